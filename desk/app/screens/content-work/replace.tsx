import { Replace } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { directionOf } from '#texts/languages.ts'
import { api, type ResultOf } from '../../api.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Body, Button, Head, Note, Row, Table, TextLink } from '../../parts/elements.tsx'
import { Check, Field } from '../../parts/field.tsx'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useTexts } from '../../texts.tsx'
import { labelOf } from '../content/labels.ts'
import styles from './replace.module.css'

type Result = ResultOf<'POST /content-text/find'>
type Found = Result['found'][number]

interface Wanted {
  find: string
  replace: string
  matchesCase: boolean
}

const keyOf = ({ type, id, language, field }: Found) => `${type} ${id} ${language} ${field}`

export function Component() {
  const { 'editing-help': help, content, say } = useTexts()
  const texts = help.replace
  const form = useSubmit()
  const { say: announce } = useAnnouncements()
  const [typed, setTyped] = useState<Wanted>({ find: '', replace: '', matchesCase: false })
  const [searched, setSearched] = useState<Wanted & Result>()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isAsking, setAsking] = useState(false)
  const [kept, setKept] = useState(0)
  const chosen = searched?.found.filter((each) => !left.has(keyOf(each))) ?? []

  const search = (event: FormEvent) => {
    event.preventDefault()
    if (typed.find === '' || form.isBusy) return
    setKept(0)
    void form.submit(
      async () => {
        const result = await api('POST /content-text/find', { body: typed })
        setSearched({ ...typed, ...result })
        setLeft(new Set())
        return result
      },
      ({ found }) => say('editing-help.replace.found', { count: found.length }),
    )
  }
  const replaceThem = async () => {
    if (!searched) return
    const { find, replace, matchesCase } = searched
    const places = chosen.map(({ type, id, language, field, version }) => ({ type, id, language, field, version }))
    const result = await api('POST /content-text/replace', { body: { find, replace, matchesCase, places } })
    setSearched(undefined)
    setKept(result.kept.length)
    announce(say('editing-help.replace.done', { count: result.changed }))
  }
  return (
    <>
      <Head title={texts.title} note={<TextLink to="/content">{content.title}</TextLink>} />
      <Body className={styles.body}>
        <form className={styles.form} onSubmit={search}>
          <Field
            label={texts.find}
            dir="auto"
            maxLength={200}
            value={typed.find}
            autoComplete="off"
            onChange={({ target }) => setTyped({ ...typed, find: target.value })}
          />
          <Field
            label={texts.replace}
            dir="auto"
            maxLength={200}
            value={typed.replace}
            autoComplete="off"
            onChange={({ target }) => setTyped({ ...typed, replace: target.value })}
          />
          <Check
            label={texts.matchesCase}
            checked={typed.matchesCase}
            onChange={({ target }) => setTyped({ ...typed, matchesCase: target.checked })}
          />
          <Button
            type="submit"
            look="primary"
            busy={form.isBusy}
            blocked={typed.find === '' && texts.findRequired}
            label={texts.search}
          />
        </form>
        <p className="second small">{texts.note}</p>
        {form.failure && <Note kind="wrong">{form.failure}</Note>}
        {kept > 0 && <Note>{say('editing-help.replace.kept', { count: kept })}</Note>}
        {searched && (
          <>
            <p>{say('editing-help.replace.found', { count: searched.found.length })}</p>
            {searched.isMore && <Note>{say('editing-help.replace.isMore', { count: searched.found.length })}</Note>}
            {searched.found.length > 0 && (
              <>
                <Row>
                  <Button small onClick={() => setLeft(new Set())} label={texts.all} />
                  <Button small onClick={() => setLeft(new Set(searched.found.map(keyOf)))} label={texts.none} />
                  <Button
                    look="primary"
                    icon={Replace}
                    blocked={chosen.length === 0 && say('editing-help.replace.submit', { count: 0 })}
                    onClick={() => setAsking(true)}
                    label={say('editing-help.replace.submit', { count: chosen.length })}
                  />
                </Row>
                <FoundTexts
                  searched={searched}
                  left={left}
                  onToggle={(key) => setLeft(left.has(key) ? without(left, key) : new Set([...left, key]))}
                />
              </>
            )}
          </>
        )}
      </Body>
      {isAsking && (
        <ConfirmDialog
          title={say('editing-help.replace.confirmTitle', { count: chosen.length })}
          text={texts.confirmText}
          submit={texts.confirm}
          onClose={() => setAsking(false)}
          onConfirm={replaceThem}
        />
      )}
    </>
  )
}

const without = (keys: ReadonlySet<string>, key: string) => new Set([...keys].filter((each) => each !== key))

interface FoundTextsProps {
  searched: Wanted & Result
  left: ReadonlySet<string>
  onToggle(key: string): void
}

/** Each place as it would read: the former words struck through, the new ones underlined. */
function FoundTexts({ searched: { found, replace }, left, onToggle }: FoundTextsProps) {
  const all = useTexts()
  const { 'editing-help': help, content, say } = all
  const { columns, list } = help.replace
  return (
    <Table stacks caption={list} columns={[columns.choose, columns.place, columns.words]}>
      {found.map((each) => {
        const key = keyOf(each)
        const field = labelOf(all, each.type, each.field)
        const place = `${each.title || content.untitled} · ${field} · ${content.parts[each.language]}`
        return (
          <tr key={key}>
            <td>
              <Check
                label={<span className="vh">{say('editing-help.replace.choose', { place })}</span>}
                checked={!left.has(key)}
                onChange={() => onToggle(key)}
              />
            </td>
            <th scope="row" className={styles.place}>
              <Link className="link" to={`/content/${each.type}/${each.id}`}>
                <bdi>{each.title || content.types[each.type]}</bdi>
              </Link>
              <span className="muted small">
                {field} · {content.parts[each.language]} · {say('editing-help.replace.times', { count: each.count })}
              </span>
            </th>
            <td lang={each.language} dir={directionOf(each.language)} className={styles.words}>
              {each.excerpts.map(({ before, found: words, after }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: excerpts may be alike
                <p key={index}>
                  {before}
                  <del>{words}</del>
                  {replace && <ins>{replace}</ins>}
                  {after}
                </p>
              ))}
            </td>
          </tr>
        )
      })}
    </Table>
  )
}
