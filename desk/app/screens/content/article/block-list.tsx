import type { EditorView } from 'prosemirror-view'
import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import type { Language } from '#texts/languages.ts'
import { OptionList, optionId, type PickerOption } from '../../../parts/picker.tsx'
import { useTexts } from '../../../texts.tsx'
import styles from './article.module.css'
import { chooseBlock, movedTo, offerOf } from './block-menu.ts'
import type { Asked, Tool, ToolNames } from './tools.ts'

interface BlockListProps {
  view: EditorView
  names: Record<Language, ToolNames>
  onAsk(what: Asked): void
}

/** The `/` menu, below its paragraph. The text keeps the focus and has the keys. */
export function BlockList({ view, names, onAsk }: BlockListProps) {
  const { content, say } = useTexts()
  const { tools, blocks: texts } = content.article
  const listId = useId()
  const offer = offerOf(view.state, names)
  const optionOf = (tool: Tool): PickerOption => ({
    id: tool.name,
    label: tools[tool.name],
    icon: tool.icon,
    choose: () => chooseBlock(view, tool, onAsk),
  })
  const options = offer?.blocks.map(optionOf) ?? []
  const current = options.find(({ id }) => id === offer?.current?.name)
  useListOfText(view, listId, current && optionId(listId, current))
  const place = usePlace(view, offer !== undefined)
  return (
    <>
      <p className="vh" role="status">
        {offer && say('content.article.blocks.found', { count: options.length })}
      </p>
      {offer && (
        <div ref={place} className={styles.blocks}>
          {current ? (
            <OptionList
              id={listId}
              label={texts.label}
              groups={[{ options }]}
              current={current}
              onChoose={(option) => option.choose()}
              onPoint={(option) => view.dispatch(movedTo(view.state, options.indexOf(option)))}
            />
          ) : (
            <p aria-hidden>{texts.none}</p>
          )}
        </div>
      )}
    </>
  )
}

/** HTML has no combobox of several lines: as a text box it names its list and the current option. */
function useListOfText({ dom }: EditorView, listId: string, currentId: string | undefined) {
  useEffect(() => {
    const attributes: Record<string, string> = {
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      ...(currentId && { 'aria-controls': listId, 'aria-activedescendant': currentId }),
    }
    for (const [name, value] of Object.entries(attributes)) dom.setAttribute(name, value)
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
    return () => {
      for (const name of Object.keys(attributes)) dom.removeAttribute(name)
    }
  }, [dom, listId, currentId])
}

/** Below the paragraph; the page scrolls if there is no room. */
function usePlace(view: EditorView, isOpen: boolean) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const list = place.current
    if (!list) return
    const { $from } = view.state.selection
    const caret = view.coordsAtPos($from.start())
    const frame = list.offsetParent?.getBoundingClientRect()
    list.style.setProperty('inset-block-start', `${caret.bottom - (frame?.top ?? 0)}px`)
  })
  useEffect(() => {
    if (isOpen) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  return place
}
