import { Plus, Trash2 } from 'lucide-react'
import { useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useActions } from '../../parts/actions.ts'
import { Body, Button, Dot, endCell, Head, Note, Table, TextLink } from '../../parts/elements.tsx'
import { Menu } from '../../parts/menu.tsx'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useTexts } from '../../texts.tsx'
import { type BilingualTemplate, bilingual } from './bilingual.ts'
import styles from './templates.module.css'

export const loader = async () => bilingual(await api('GET /letters/templates'))

export function Component() {
  const { templates } = useLoaderData<typeof loader>()
  const { templates: texts, say, language } = useTexts()
  const navigate = useNavigate()
  const announcements = useAnnouncements()
  const { revalidate } = useRevalidator()
  const { change, failure } = useSubmit()
  const { name, kind, english, arabic, actions } = texts.columns
  const begin = () => navigate('/templates/new')
  useActions([{ id: 'new-template', label: texts.new, keys: 'N', icon: Plus, run: begin }])

  const remove = ({ id, kind, texts: removed }: BilingualTemplate, version: number) =>
    change(async () => {
      await api('DELETE /letters/templates/:id', { params: { id }, query: { version } })
      announcements.offerUndo({
        text: say('templates.removed', { name: removed[language].name }),
        async undo() {
          await api('POST /letters/templates', { body: { kind, texts: removed } })
          await revalidate()
        },
      })
    })

  return (
    <>
      <Head
        title={texts.title}
        note={texts.note}
        actions={<Button look="primary" icon={Plus} onClick={begin} label={texts.new} />}
      />
      <Body>
        {failure && <Note kind="wrong">{failure}</Note>}
        <Table stacks caption={texts.list} columns={[name, kind, english, arabic, { hidden: actions }]}>
          {templates.map((template) => {
            const { id, kind, version } = template
            const { name } = template.texts[language]
            return (
              <tr key={id}>
                <th scope="row">
                  <span className={styles.name}>
                    <Dot fill={version === null ? 'hollow' : 'solid'} />
                    <TextLink to={`/templates/${id}`}>
                      <bdi>{name}</bdi>
                    </TextLink>
                    {version === null && <span className="muted small">{texts.builtIn}</span>}
                  </span>
                </th>
                <td className="second">{texts.kinds[kind]}</td>
                <td className={styles.subject} lang="en" dir="ltr">
                  {template.texts.en.subject}
                </td>
                <td className={styles.subject} lang="ar" dir="rtl">
                  {template.texts.ar.subject}
                </td>
                <td className={endCell}>
                  {version !== null && (
                    <Menu
                      label={say('templates.actionsFor', { name })}
                      items={[
                        { label: texts.remove, icon: Trash2, danger: true, run: () => remove(template, version) },
                      ]}
                    />
                  )}
                </td>
              </tr>
            )
          })}
        </Table>
      </Body>
    </>
  )
}
