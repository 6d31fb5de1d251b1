import { ArrowRight, Download, Pencil, Plus, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { addressOf, api, type ResultOf } from '../../api.ts'
import { useActions } from '../../parts/actions.ts'
import { ConfirmDialog, FormDialog, Secret } from '../../parts/dialog.tsx'
import { type Closing, useDraft } from '../../parts/drafts.ts'
import { Button, buttonClass, endCell, Icon, ListScreen, Ltr, Note, Table } from '../../parts/elements.tsx'
import { Check, Field } from '../../parts/field.tsx'
import { Menu } from '../../parts/menu.tsx'
import { useSubmit } from '../../parts/work.tsx'
import { useTexts } from '../../texts.tsx'
import { ImportDialog } from './import-dialog.tsx'
import styles from './redirects.module.css'

export const loader = () => api('GET /redirects')

type Redirect = ResultOf<'GET /redirects'>['redirects'][number]
type Open = { kind: 'edit' | 'remove'; redirect: Redirect } | { kind: 'add' } | { kind: 'import' }

export function Component() {
  const { redirects } = useLoaderData<typeof loader>()
  const { redirects: texts } = useTexts()
  const [open, setOpen] = useState<Open>()
  const add = () => setOpen({ kind: 'add' })
  const close = () => setOpen(undefined)
  useActions([
    { id: 'add-redirect', label: texts.add, keys: 'N', icon: Plus, run: add },
    { id: 'import-redirects', label: texts.import, icon: Upload, run: () => setOpen({ kind: 'import' }) },
  ])
  const buttons = (
    <>
      <Button icon={Upload} onClick={() => setOpen({ kind: 'import' })} label={texts.import} />
      <Button look="primary" icon={Plus} onClick={add} label={texts.add} />
    </>
  )
  return (
    <>
      <ListScreen {...texts} isEmpty={redirects.length === 0} actions={buttons}>
        <RedirectList redirects={redirects} onOpen={setOpen} />
      </ListScreen>
      {open?.kind === 'add' && <EditDialog onClose={close} onReopen={add} />}
      {open?.kind === 'edit' && <EditDialog redirect={open.redirect} onClose={close} onReopen={() => setOpen(open)} />}
      {open?.kind === 'remove' && <RemoveDialog redirect={open.redirect} onClose={close} />}
      {open?.kind === 'import' && <ImportDialog onClose={close} />}
    </>
  )
}

const MANY = 10

function RedirectList({ redirects, onOpen }: { redirects: Redirect[]; onOpen(open: Open): void }) {
  const { redirects: texts, say, formats } = useTexts()
  const { columns } = texts
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const shown = redirects.filter(({ from, to }) => `${from} ${to}`.toLowerCase().includes(wanted))
  return (
    <>
      <div className={styles.bar}>
        {redirects.length > MANY && (
          <Field
            label={texts.search}
            type="search"
            ltr
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
        <a className={buttonClass({ small: true })} href={addressOf('GET /redirects/file')} download>
          <Icon of={Download} small />
          {texts.export}
        </a>
      </div>
      {shown.length === 0 && <p className="second">{texts.noneFound}</p>}
      {shown.length > 0 && (
        <Table
          stacks
          caption={texts.list}
          columns={[texts.from, texts.to, columns.used, columns.last, { hidden: columns.actions }]}
        >
          {shown.map((redirect) => (
            <tr key={redirect.id}>
              <th scope="row" className={styles.address}>
                <Ltr>{redirect.from}</Ltr>
              </th>
              <td className={styles.address}>
                <span className={styles.target}>
                  <Icon of={ArrowRight} isDirection small />
                  <Ltr>{redirect.to}</Ltr>
                </span>
              </td>
              <td data-label={columns.used}>{say('redirects.used', { count: redirect.used })}</td>
              <td className="second" {...(redirect.lastUsedAt && { 'data-label': columns.last })}>
                {redirect.lastUsedAt && formats.ago(redirect.lastUsedAt)}
              </td>
              <td className={endCell}>
                <Menu
                  label={say('redirects.actionsFor', { from: redirect.from })}
                  items={[
                    { label: texts.change, icon: Pencil, run: () => onOpen({ kind: 'edit', redirect }) },
                    {
                      label: texts.remove,
                      icon: Trash2,
                      danger: true,
                      run: () => onOpen({ kind: 'remove', redirect }),
                    },
                  ]}
                />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </>
  )
}

interface EditDialogProps extends Closing {
  redirect?: Redirect
}

function EditDialog({ redirect, ...closing }: EditDialogProps) {
  const { redirects: texts, shell, say } = useTexts()
  const form = useSubmit()
  const draft = useDraft(`redirect-${redirect?.id ?? 'new'}`, () => ({
    from: redirect?.from ?? '',
    to: redirect?.to ?? '',
    isOtherSiteMeant: redirect?.to.startsWith('https://') ?? false,
  }))
  const { from, to, isOtherSiteMeant } = draft.value
  const chain = chainIn(form.refusal?.body.details)
  const save = () =>
    form.change(
      async () => {
        if (redirect)
          await api('PATCH /redirects/:id', {
            params: { id: redirect.id },
            body: { to, isOtherSiteMeant, version: redirect.version },
          })
        else await api('POST /redirects', { body: draft.value })
        draft.forget()
        closing.onClose()
      },
      redirect ? texts.changed : texts.added,
    )
  return (
    <FormDialog
      title={redirect ? say('redirects.changeTitle', { from: redirect.from }) : texts.addTitle}
      submit={redirect ? shell.save : texts.add}
      form={{ ...form, failure: form.refusal?.problem === 'invalid' ? undefined : form.failure }}
      stays
      onClose={() => draft.discard(from !== (redirect?.from ?? '') || to !== (redirect?.to ?? ''), closing)}
      onSubmit={save}
    >
      {!redirect && (
        <Field ltr required label={texts.from} hint={texts.fromHint} autoComplete="off" {...draft.field('from')} />
      )}
      <Field ltr required label={texts.to} hint={texts.toHint} autoComplete="off" {...draft.field('to')} />
      {chain && <Note kind="wrong">{say('redirects.chain', { chain })}</Note>}
      {/^https:/i.test(to.trim()) && (
        <Check
          label={texts.isOtherSiteMeant}
          checked={isOtherSiteMeant}
          onChange={({ target }) => draft.patch({ isOtherSiteMeant: target.checked })}
        />
      )}
    </FormDialog>
  )
}

function chainIn(details: unknown): string | undefined {
  const { chain = [] } = (details ?? {}) as { chain?: string[] }
  return chain.length > 0 ? chain.join(' → ') : undefined
}

function RemoveDialog({ redirect, onClose }: { redirect: Redirect; onClose(): void }) {
  const { redirects: texts } = useTexts()
  return (
    <ConfirmDialog
      title={texts.removeTitle}
      text={texts.removeText}
      submit={texts.remove}
      said={texts.removed}
      isDanger
      onClose={onClose}
      onConfirm={() => api('DELETE /redirects/:id', { params: { id: redirect.id } })}
    >
      <Secret>{redirect.from}</Secret>
    </ConfirmDialog>
  )
}
