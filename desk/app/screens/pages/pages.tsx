import { useRef } from 'react'
import { Link, useLoaderData } from 'react-router'
import { type PageName, typeOfPage } from '#contract/pages.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { api, type ResultOf } from '../../api.ts'
import { useStepping } from '../../parts/actions.ts'
import { Block, Body, Head, Ltr, Table, TextLink } from '../../parts/elements.tsx'
import { useTexts } from '../../texts.tsx'
import { StateMark, stateIn } from '../content/state.tsx'
import styles from './pages.module.css'

export const loader = () => api('GET /pages')

type ListedPage = ResultOf<'GET /pages'>['pages'][number]

const LEGAL: readonly PageName[] = ['terms-conditions', 'privacy-policy']
const isLegal = ({ page }: ListedPage) => LEGAL.includes(page)

export function Component() {
  const { pages } = useLoaderData<typeof loader>()
  const { pages: texts, content } = useTexts()
  const list = useRef<HTMLDivElement>(null)
  useStepping({ list, links: `.${styles.page}`, texts: content.keys })
  return (
    <>
      <Head
        title={texts.title}
        note={texts.note}
        actions={<TextLink to="/content/landing-pages">{content.types['landing-pages']}</TextLink>}
      />
      <Body>
        <div ref={list}>
          <Group title={texts.groups.site} pages={pages.filter((each) => !isLegal(each))} />
          <Group title={texts.groups.legal} pages={pages.filter(isLegal)} />
        </div>
      </Body>
    </>
  )
}

function Group({ title, pages }: { title: string; pages: ListedPage[] }) {
  const { pages: texts, content, submissions, formats } = useTexts()
  const columns = [content.columns.title, texts.address, ...LANGUAGES.map((each) => submissions.languages[each])]
  return (
    <Block title={title}>
      <Table stacks caption={title} columns={[...columns, texts.changed]}>
        {pages.map(({ page, address, record }) => (
          <tr key={page}>
            <th scope="row">
              <Link className={`link ${styles.page}`} to={`/pages/${page}`}>
                {content.types[typeOfPage(page)]}
              </Link>
            </th>
            <td className="muted">
              <Ltr>{address}</Ltr>
            </td>
            {LANGUAGES.map((language) => (
              <td key={language}>
                <span className={styles.language}>{submissions.languages[language]} </span>
                <StateMark state={stateIn(record, language)}>
                  {stateIn(record, language) === 'published' && record.drafts.includes(language) && content.edited}
                </StateMark>
              </td>
            ))}
            <td className="muted">
              <time dateTime={record.changedAt}>{formats.ago(record.changedAt)}</time>
            </td>
          </tr>
        ))}
      </Table>
    </Block>
  )
}
