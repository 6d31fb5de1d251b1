import { ArrowLeft, Pencil, Plus, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { api, type ResultOf } from '../../api.ts'
import { ConfirmDialog, FormDialog } from '../../parts/dialog.tsx'
import { Block, Body, Button, endCell, Head, Icon, Note, Table } from '../../parts/elements.tsx'
import { Field } from '../../parts/field.tsx'
import { Menu } from '../../parts/menu.tsx'
import { useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './candidates.module.css'

export async function loader() {
  const [{ tags }, { reasons }] = await Promise.all([api('GET /tags'), api('GET /decline-reasons')])
  return { tags, reasons }
}

type Tag = ResultOf<'GET /tags'>['tags'][number]
type Reason = ResultOf<'GET /decline-reasons'>['reasons'][number]

export function Component() {
  const { tags, reasons } = useLoaderData<typeof loader>()
  const { candidates: texts } = useTexts()
  const { can } = useSession()
  const mayChange = can('submissions.change')
  return (
    <>
      <div className={styles.bar}>
        <Link to="/candidates" className={styles.back}>
          <Icon of={ArrowLeft} isDirection small />
          {texts.back}
        </Link>
      </div>
      <Head title={texts.listsTitle} note={texts.listsNote} />
      <Body>
        <Tags tags={tags} mayChange={mayChange} />
        <Reasons reasons={reasons} mayChange={mayChange} />
      </Body>
    </>
  )
}

type OpenTag = { kind: 'rename' | 'remove'; tag: Tag }

function Tags({ tags, mayChange }: { tags: Tag[]; mayChange: boolean }) {
  const { candidates: texts, say } = useTexts()
  const [open, setOpen] = useState<OpenTag>()
  const close = () => setOpen(undefined)
  return (
    <Block title={texts.tags}>
      {tags.length === 0 ? (
        <p className="second">{texts.noTags}</p>
      ) : (
        <Table stacks caption={texts.tags} columns={[texts.tagName, texts.title, { hidden: texts.actions }]}>
          {tags.map((tag) => (
            <tr key={tag.id}>
              <th scope="row">
                <Link className="link" to={`/candidates?tag=${tag.id}`}>
                  <bdi>{tag.name}</bdi>
                </Link>
              </th>
              <td className="second">{say('candidates.tagCount', { count: tag.count })}</td>
              <td className={endCell}>
                {mayChange && (
                  <Menu
                    label={say('candidates.actionsFor', { name: tag.name })}
                    items={[
                      { label: texts.rename, icon: Pencil, run: () => setOpen({ kind: 'rename', tag }) },
                      { label: texts.remove, icon: Trash2, danger: true, run: () => setOpen({ kind: 'remove', tag }) },
                    ]}
                  />
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {open?.kind === 'rename' && <RenameDialog tag={open.tag} onClose={close} />}
      {open?.kind === 'remove' && (
        <ConfirmDialog
          title={say('candidates.removeTagTitle', { name: open.tag.name })}
          text={say('candidates.removeTagText', { count: open.tag.count })}
          submit={texts.remove}
          said={texts.tagDeleted}
          isDanger
          onClose={close}
          onConfirm={() => api('DELETE /tags/:id', { params: { id: open.tag.id } })}
        />
      )}
    </Block>
  )
}

function RenameDialog({ tag, onClose }: { tag: Tag; onClose(): void }) {
  const { candidates: texts, shell, say } = useTexts()
  const form = useSubmit()
  const [name, setName] = useState(tag.name)
  const rename = () =>
    form.change(async () => {
      await api('PATCH /tags/:id', { params: { id: tag.id }, body: { name } })
      onClose()
    }, texts.tagRenamed)
  return (
    <FormDialog
      title={say('candidates.renameTag', { name: tag.name })}
      submit={shell.save}
      form={form}
      onClose={onClose}
      onSubmit={rename}
    >
      <Field
        label={texts.tagName}
        name="name"
        dir="auto"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  )
}

type OpenReason = { kind: 'add' } | { kind: 'change'; reason: Reason }

function Reasons({ reasons, mayChange }: { reasons: Reason[]; mayChange: boolean }) {
  const { candidates: texts, say, language } = useTexts()
  const [open, setOpen] = useState<OpenReason>()
  const { change, failure } = useSubmit()
  const move = ({ id, version }: Reason, isRemoved: boolean) =>
    change(() => api('PATCH /decline-reasons/:id', { params: { id }, body: { isRemoved, version } }), texts.reasonSaved)
  return (
    <Block
      title={texts.declineReasons}
      aside={mayChange && <Button small icon={Plus} onClick={() => setOpen({ kind: 'add' })} label={texts.addReason} />}
    >
      <p className="second small">{texts.reasonsNote}</p>
      {failure && <Note kind="wrong">{failure}</Note>}
      <Table stacks caption={texts.declineReasons} columns={[texts.english, texts.arabic, { hidden: texts.actions }]}>
        {reasons.map((reason) => (
          <tr key={reason.id} className={reason.isRemoved ? styles.removed : undefined}>
            <th scope="row" lang="en" dir="ltr">
              {reason.name.en}
            </th>
            <td lang="ar" dir="rtl">
              {reason.name.ar}
            </td>
            <td className={endCell}>
              {reason.isRemoved && <span className="muted small">{texts.removedReason}</span>}
              {mayChange && (
                <Menu
                  label={say('candidates.actionsFor', { name: reason.name[language] })}
                  items={[
                    { label: texts.change, icon: Pencil, run: () => setOpen({ kind: 'change', reason }) },
                    reason.isRemoved
                      ? { label: texts.restore, icon: RotateCcw, run: () => move(reason, false) }
                      : { label: texts.remove, icon: Trash2, danger: true, run: () => move(reason, true) },
                  ]}
                />
              )}
            </td>
          </tr>
        ))}
      </Table>
      {open && (
        <ReasonDialog reason={open.kind === 'change' ? open.reason : undefined} onClose={() => setOpen(undefined)} />
      )}
    </Block>
  )
}

function ReasonDialog({ reason, onClose }: { reason: Reason | undefined; onClose(): void }) {
  const { candidates: texts, shell } = useTexts()
  const form = useSubmit()
  const save = (answers: FormData) =>
    form.change(async () => {
      const name = { en: String(answers.get('en')), ar: String(answers.get('ar')) }
      if (reason)
        await api('PATCH /decline-reasons/:id', {
          params: { id: reason.id },
          body: { name, version: reason.version },
        })
      else await api('POST /decline-reasons', { body: { name } })
      onClose()
    }, texts.reasonSaved)
  return (
    <FormDialog
      title={reason ? texts.changeReason : texts.addReason}
      submit={shell.save}
      form={form}
      onClose={onClose}
      onSubmit={save}
    >
      <Field
        label={texts.english}
        name="en"
        lang="en"
        dir="ltr"
        required
        defaultValue={reason?.name.en}
        error={form.errorOf('name.en') ?? form.errorOf('name')}
      />
      <Field
        label={texts.arabic}
        name="ar"
        lang="ar"
        dir="rtl"
        required
        defaultValue={reason?.name.ar}
        error={form.errorOf('name.ar')}
      />
    </FormDialog>
  )
}
