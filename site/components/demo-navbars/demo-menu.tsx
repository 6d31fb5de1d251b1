import { ChevronDown } from 'lucide-react'
import { useLocation } from 'react-router'
import { plainAddress } from '../../addresses.ts'
import { useTexts } from '../../page-context.tsx'
import { useClosingDetails } from '../controls/closing-details.ts'
import { Icon, PageLink } from '../controls.tsx'
import styles from './demo-menu.module.css'
import { type MenuGroup, useDemoMenu, useNamesOfPages } from './menu.ts'

export function WideMenu({ look }: { look: 'bar' | 'masthead' }) {
  const { navigation, groups } = useTexts('demo-navbars')
  const demoMenu = useDemoMenu()
  const { isCurrent } = usePages()
  const nav = useClosingDetails<HTMLElement>()
  return (
    <nav className={`${styles.wide} ${styles[look]}`} aria-label={navigation} ref={nav}>
      <ul>
        {demoMenu.map(({ name, pages }) => (
          <li key={pages[0]?.address}>
            {name ? (
              <details name="demo-menu" data-current={pages.some(({ address }) => isCurrent(address)) || undefined}>
                <summary>
                  {groups[name]}
                  <Icon of={ChevronDown} small />
                </summary>
                <PageList pages={pages} />
              </details>
            ) : (
              <PageList pages={pages} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function NarrowMenu({ look }: { look: 'bar' | 'masthead' }) {
  const { menu, groups } = useTexts('demo-navbars')
  const demoMenu = useDemoMenu()
  const nav = useClosingDetails<HTMLElement>()
  return (
    <nav className={`${styles.narrow} ${styles[look]}`} aria-label={menu} ref={nav}>
      <details>
        <summary>
          <span className="vh">{menu}</span>
          <span className={styles.bars} aria-hidden="true" />
        </summary>
        <div className={`on-ink ${styles.sheet}`}>
          <ul>
            {demoMenu.map(({ name, pages }) => (
              <li key={pages[0]?.address}>
                {name && <p>{groups[name]}</p>}
                <PageList pages={pages} />
              </li>
            ))}
          </ul>
        </div>
      </details>
    </nav>
  )
}

function PageList({ pages }: Pick<MenuGroup, 'pages'>) {
  const { names, isCurrent } = usePages()
  const links = pages.map(({ name, address }) => (
    <PageLink key={address} to={address} aria-current={isCurrent(address) ? 'page' : undefined}>
      {names[name]}
    </PageLink>
  ))
  return pages.length === 1 ? (
    links
  ) : (
    <ul>
      {links.map((link) => (
        <li key={link.key}>{link}</li>
      ))}
    </ul>
  )
}

function usePages() {
  const { pathname } = useLocation()
  const names = useNamesOfPages()
  return { names, isCurrent: (address: string) => plainAddress(pathname) === address }
}
