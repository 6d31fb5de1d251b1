import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { plainAddress } from '../../addresses.ts'
import { useTexts } from '../../texts.tsx'
import { Icon } from '../controls/icon.tsx'
import { PageLink } from '../controls/page-link.tsx'
import styles from './demo-menu.module.css'
import { useDemoMenu } from './load-menu.ts'
import { type MenuGroup, namesOfPages } from './menu.ts'

/** The whole menu on one line, each group a disclosure that works without a script. */
export function WideMenu({ look }: { look: 'bar' | 'masthead' }) {
  const { navigation, groups } = useTexts('demo-navbars')
  const demoMenu = useDemoMenu()
  const { isCurrent } = usePages()
  const closing = useClosing()
  return (
    <nav className={`${styles.wide} ${styles[look]}`} aria-label={navigation} {...closing}>
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

/** Behind one button on narrow pages, with every group already open. */
export function NarrowMenu({ look }: { look: 'bar' | 'masthead' }) {
  const { menu, groups } = useTexts('demo-navbars')
  const demoMenu = useDemoMenu()
  const closing = useClosing()
  return (
    <nav className={`${styles.narrow} ${styles[look]}`} aria-label={menu} {...closing}>
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
  const names = namesOfPages({ shell: useTexts('shell'), 'demo-navbars': useTexts('demo-navbars') })
  return { names, isCurrent: (address: string) => plainAddress(pathname) === address }
}

/** What the browser's disclosures lack: they close on Escape, when a link is followed and when one goes elsewhere. */
function useClosing() {
  const nav = useRef<HTMLElement>(null)

  const close = () => {
    const open = nav.current?.querySelector<HTMLDetailsElement>('details[open]')
    if (open) open.open = false
    return open
  }

  useEffect(() => {
    const closeFromOutside = ({ target }: Event) => {
      const open = nav.current?.querySelector<HTMLDetailsElement>('details[open]')
      if (open && !open.contains(target as Node)) open.open = false
    }
    document.addEventListener('pointerdown', closeFromOutside)
    document.addEventListener('focusin', closeFromOutside)
    return () => {
      document.removeEventListener('pointerdown', closeFromOutside)
      document.removeEventListener('focusin', closeFromOutside)
    }
  }, [])

  return {
    ref: nav,
    onClick: ({ target }: MouseEvent) => (target as Element).closest('a') && close(),
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Escape' && close()?.querySelector('summary')?.focus(),
  }
}
