import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { directionOf, LANGUAGES } from '#texts/languages.ts'
import { addressOf, api, type ResultOf } from '../../api.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Body, Button, buttonClass, Head, Icon, Ltr, Note, Row, Table, TextLink } from '../../parts/elements.tsx'
import { useSubmit } from '../../parts/work.tsx'
import { useTexts } from '../../texts.tsx'
import { ImportState, usePolled } from './import-state.tsx'
import styles from './imports.module.css'

export const loader = ({ params }: LoaderFunctionArgs) => api('GET /imports/:id', { params: { id: params.id ?? '' } })

type Import = ResultOf<'GET /imports/:id'>
type Item = Import['items'][number]

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const { imports: texts, say } = useTexts()
  const navigate = useNavigate()
  const { change, isBusy, failure } = useSubmit()
  const [isRemoving, setRemoving] = useState(false)
  const shown = usePolled(
    loaded,
    () => api('GET /imports/:id', { params: { id: loaded.id }, background: true }),
    ({ status }) => status === 'reading' || status === 'importing',
  )
  const { id, status, isStuck, total } = shown
  const begin = () => change(() => api('POST /imports/:id/begin', { params: { id } }), texts.begun)
  return (
    <>
      <Head
        title={shown.fileName}
        note={
          <>
            <TextLink to="/content/import">{texts.all}</TextLink> · <ImportState of={shown} />
          </>
        }
        actions={
          <>
            {(status !== 'importing' || isStuck) && (
              <Button icon={Trash2} onClick={() => setRemoving(true)} label={texts.remove} />
            )}
            {status === 'ready' && total > 0 && (
              <Button look="primary" busy={isBusy} onClick={begin} label={say('imports.begin', { count: total })} />
            )}
          </>
        }
      />
      <Body className={styles.body}>
        {failure && <Note kind="wrong">{failure}</Note>}
        <Outcome of={shown} />
        {shown.items.length > 0 && <Items of={shown} />}
      </Body>
      {isRemoving && (
        <ConfirmDialog
          title={texts.removeTitle}
          text={texts.removeText}
          submit={texts.remove}
          said={texts.removed}
          isDanger
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            await api('DELETE /imports/:id', { params: { id } })
            await navigate('/content/import')
          }}
        />
      )}
    </>
  )
}

function Outcome({ of: { id, status, isStuck, failure, kind, total, done, items, hasRedirects } }: { of: Import }) {
  const { imports: texts, say } = useTexts()
  const known = items.filter(({ isKnown }) => isKnown).length
  if (status === 'failed')
    return <Note kind="wrong">{texts.failures[(failure ?? 'broken') as keyof typeof texts.failures]}</Note>
  if (isStuck) return <Note kind="wrong">{texts.stuck}</Note>
  if (status === 'reading' || status === 'importing')
    return (
      <div role="status" className={styles.progress}>
        <progress aria-label={texts.states[status]} {...(status === 'importing' && { max: total, value: done })} />
        <p className="second">{texts.goesOn}</p>
      </div>
    )
  const redirects = hasRedirects && (
    <a
      className={buttonClass({ small: true })}
      href={addressOf('GET /imports/:id/redirects', { params: { id } })}
      download
    >
      <Icon of={Download} small />
      {texts.redirects}
    </a>
  )
  if (status === 'ready')
    return (
      <>
        <p role="status">
          {say('imports.fresh', { count: total })} {known > 0 && say('imports.known', { count: known })}
        </p>
        {redirects && <Row>{redirects}</Row>}
      </>
    )
  return (
    <div role="status" className={styles.progress}>
      <p>{say('imports.finished', { count: done })}</p>
      <Row>
        <TextLink to={`/content/${kind ?? 'notes'}?state=draft`}>
          {kind === 'jobs' ? texts.openJobs : texts.openNotes}
        </TextLink>
        {redirects}
      </Row>
    </div>
  )
}

const MAX_SHOWN = 200

function Items({ of: { items, language } }: { of: Import }) {
  const { imports: texts, say } = useTexts()
  const columns = texts.itemColumns
  return (
    <>
      <Table stacks caption={texts.items} columns={[columns.name, columns.key, columns.notes]}>
        {items.slice(0, MAX_SHOWN).map((item) => (
          <tr key={`${item.key} ${item.name}`}>
            <th scope="row" className={styles.file} dir={directionOf(item.languages[0] ?? language)}>
              <bdi>{item.name}</bdi>
            </th>
            <td data-label={columns.key}>
              <Ltr className={styles.file}>{item.key}</Ltr>
            </td>
            <td data-label={columns.notes} className="small">
              <Remarks item={item} />
            </td>
          </tr>
        ))}
      </Table>
      {items.length > MAX_SHOWN && <p>{say('imports.more', { count: items.length - MAX_SHOWN })}</p>}
    </>
  )
}

function Remarks({ item: { isKnown, languages, pictures, missingPictures, unmapped } }: { item: Item }) {
  const { imports: texts, say, formats } = useTexts()
  if (isKnown) return texts.isKnown
  const remarks = [
    languages.length < LANGUAGES.length && texts.otherLanguage,
    pictures > 0 && say('imports.pictures', { count: pictures }),
    missingPictures.length > 0 &&
      say('imports.missing', { count: missingPictures.length, names: formats.list(missingPictures) }),
    unmapped.length > 0 && say('imports.unmapped', { names: formats.list(unmapped) }),
  ]
  return <ul>{remarks.map((remark) => remark && <li key={remark}>{remark}</li>)}</ul>
}
