import { useRef } from 'react'
import { Link, useLoaderData } from 'react-router'
import { type PageName, typeOfPage } from '#contract/pages.ts'
import type { ContentType } from '#domain/content/types/index.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { api, type ResultOf } from '../../api.ts'
import { addressOfRecord } from '../../content-addresses.ts'
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
  const { pages, navigation } = useLoaderData<typeof loader>()
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
          <Group title={texts.groups.frame} records={[{ type: 'navigation', record: navigation }]} />
          <Group title={texts.groups.site} records={pages.filter((each) => !isLegal(each)).map(toListed)} />
          <Group title={texts.groups.legal} records={pages.filter(isLegal).map(toListed)} />
        </div>
      </Body>
    </>
  )
}

interface Listed {
  type: ContentType
  address?: string
  record: ListedPage['record']
}

const toListed = ({ page, ...listed }: ListedPage): Listed => ({ type: typeOfPage(page), ...listed })

function Group({ title, records }: { title: string; records: Listed[] }) {
  const { pages: texts, content, submissions, formats } = useTexts()
  const columns = [content.columns.title, texts.address, ...LANGUAGES.map((each) => submissions.languages[each])]
  return (
    <Block title={title}>
      <Table stacks caption={title} columns={[...columns, texts.changed]}>
        {records.map(({ type, address, record }) => (
          <tr key={type}>
            <th scope="row">
              <Link className={`link ${styles.page}`} to={addressOfRecord(type, record.id)}>
                {content.types[type]}
              </Link>
            </th>
            <td className="muted">{address && <Ltr>{address}</Ltr>}</td>
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
