import { type ReactNode, useRef } from 'react'
import { Link, useLoaderData } from 'react-router'
import { type PageName, typeOfPage } from '#contract/pages.ts'
import type { ContentType } from '#domain/content/types/index.ts'
import { LANGUAGES, otherLanguage } from '#texts/languages.ts'
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
  const { pages, navigation, landingPages, landingPageCount } = useLoaderData<typeof loader>()
  const { pages: texts, content, say } = useTexts()
  const list = useRef<HTMLDivElement>(null)
  useStepping({ list, links: `.${styles.page}`, texts: content.keys })
  return (
    <>
      <Head title={texts.title} note={texts.note} />
      <Body>
        <div ref={list}>
          <Group title={texts.groups.frame} records={[{ type: 'navigation', record: navigation }]} />
          <Group title={texts.groups.site} records={pages.filter((each) => !isLegal(each)).map(toListed)} />
          <Group
            title={content.types['landing-pages']}
            records={landingPages.map((each) => ({ type: 'landing-pages', ...each }))}
            aside={
              <span className={styles.aside}>
                {landingPageCount > landingPages.length && (
                  <TextLink to="/content/landing-pages">
                    {say('pages.allLanding', { count: landingPageCount })}
                  </TextLink>
                )}
                <TextLink to="/content/landing-pages/new">{content.new['landing-pages']}</TextLink>
              </span>
            }
          />
          <Group title={texts.groups.legal} records={pages.filter(isLegal).map(toListed)} />
        </div>
      </Body>
    </>
  )
}

interface Listed {
  type: ContentType
  address?: string | undefined
  record: ListedPage['record']
}

const toListed = ({ page, ...listed }: ListedPage): Listed => ({ type: typeOfPage(page), ...listed })

interface GroupProps {
  title: string
  records: Listed[]
  aside?: ReactNode
}

function Group({ title, records, aside }: GroupProps) {
  const { pages: texts, content, submissions, formats, language: desk } = useTexts()
  const nameOf = ({ type, record }: Listed) =>
    type === 'landing-pages'
      ? record.title[desk] || record.title[otherLanguage(desk)] || content.untitled
      : content.types[type]
  const columns = [content.columns.title, texts.address, ...LANGUAGES.map((each) => submissions.languages[each])]
  return (
    <Block title={title} aside={aside}>
      {records.length === 0 ? (
        <p className="muted">{content.empty}</p>
      ) : (
        <Table stacks caption={title} columns={[...columns, texts.changed]}>
          {records.map(({ type, address, record }) => (
            <tr key={`${type} ${record.id}`}>
              <th scope="row">
                <Link className={`link ${styles.page}`} to={addressOfRecord(type, record.id)}>
                  <bdi>{nameOf({ type, record })}</bdi>
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
      )}
    </Block>
  )
}
