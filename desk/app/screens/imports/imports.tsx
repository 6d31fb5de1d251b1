import { Upload } from 'lucide-react'
import { useState } from 'react'
import { Link, useLoaderData, useNavigate } from 'react-router'
import { inEachLanguage, type Language } from '#texts/languages.ts'
import { api, upload } from '../../api.ts'
import { useActions } from '../../parts/actions.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { Button, ListScreen, Table } from '../../parts/elements.tsx'
import { Choice, Field } from '../../parts/field.tsx'
import { useSubmit } from '../../parts/work.tsx'
import { useTexts } from '../../texts.tsx'
import { ImportState, usePolled } from './import-state.tsx'
import styles from './imports.module.css'

export const loader = () => api('GET /imports')

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const { imports: texts, formats } = useTexts()
  const [isAdding, setAdding] = useState(false)
  const { imports } = usePolled(
    loaded,
    () => api('GET /imports', { background: true }),
    (list) => list.imports.some(({ status }) => status === 'reading' || status === 'importing'),
  )
  useActions([{ id: 'add-import', label: texts.add, keys: 'N', icon: Upload, run: () => setAdding(true) }])
  const button = <Button look="primary" icon={Upload} onClick={() => setAdding(true)} label={texts.add} />
  return (
    <>
      <ListScreen
        title={texts.title}
        note={texts.note}
        empty={texts.empty}
        isEmpty={imports.length === 0}
        actions={button}
      >
        <Table
          stacks
          caption={texts.list}
          columns={[texts.columns.file, texts.columns.state, texts.columns.by, texts.columns.when]}
        >
          {imports.map((each) => (
            <tr key={each.id}>
              <th scope="row" className={styles.file}>
                <Link className="link" to={`/content/import/${each.id}`}>
                  <bdi>{each.fileName}</bdi>
                </Link>
              </th>
              <td data-label={texts.columns.state}>
                <ImportState of={each} />
              </td>
              <td data-label={texts.columns.by}>
                <bdi>{each.createdBy}</bdi>
              </td>
              <td className="second" data-label={texts.columns.when}>
                {formats.ago(each.createdAt)}
              </td>
            </tr>
          ))}
        </Table>
      </ListScreen>
      {isAdding && <AddDialog maxBytes={loaded.maxBytes} onClose={() => setAdding(false)} />}
    </>
  )
}

const ACCEPTED = '.xml,.zip,.json,.md,.markdown'

function AddDialog({ maxBytes, onClose }: { maxBytes: number; onClose(): void }) {
  const { imports: texts, content, language: desk, say, formats } = useTexts()
  const form = useSubmit()
  const navigate = useNavigate()
  const [files, setFiles] = useState<File[]>([])
  const [language, setLanguage] = useState<Language>(desk)
  const isTooLarge = files.reduce((sum, { size }) => sum + size, 0) > maxBytes
  const tooLarge = isTooLarge && say('imports.tooLarge', { most: formats.size(maxBytes) })
  const send = () =>
    form.submit(async () => {
      const file = files.length > 1 ? await inOneArchive(files) : (files[0] as File)
      const { id } = await upload('POST /imports', { query: { name: file.name, language }, file })
      await navigate(`/content/import/${id}`)
    })
  return (
    <FormDialog
      title={texts.addTitle}
      text={texts.addText}
      submit={texts.submit}
      form={form}
      blocked={files.length === 0 ? texts.fileRequired : tooLarge}
      wide
      stays
      onClose={onClose}
      onSubmit={send}
    >
      <Field
        label={texts.file}
        type="file"
        multiple
        accept={ACCEPTED}
        error={tooLarge || form.errorOf('name')}
        onChange={({ target }) => setFiles([...(target.files ?? [])])}
      />
      <Choice<Language>
        legend={texts.language}
        name="language"
        look="row"
        options={inEachLanguage((each) => content.parts[each])}
        value={language}
        onChange={setLanguage}
      />
      <p className="second small">{texts.languageHint}</p>
    </FormDialog>
  )
}

/** The server takes one file. */
async function inOneArchive(files: readonly File[]): Promise<File> {
  const { zipSync } = await import('fflate')
  const contents = await Promise.all(
    files.map(async (file) => [file.name, new Uint8Array(await file.arrayBuffer())] as const),
  )
  const name = `${files[0]?.name ?? ''} + ${files.length - 1}.zip`
  return new File([zipSync(Object.fromEntries(contents), { level: 0 }) as Uint8Array<ArrayBuffer>], name)
}
