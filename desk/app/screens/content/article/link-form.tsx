import type { EditorView } from 'prosemirror-view'
import { useState } from 'react'
import { isArticleAddress } from '#contract/link-addresses.ts'
import { Button } from '../../../parts/elements.tsx'
import { Field } from '../../../parts/field.tsx'
import { useTexts } from '../../../texts.tsx'
import styles from './article.module.css'
import { schema } from './schema.ts'

export function LinkForm({ view, onClose }: { view: EditorView; onClose(): void }) {
  const { article: texts } = useTexts().content
  const { from, to } = rangeOfLink(view)
  const [address, setAddress] = useState(() => linkAt(view) ?? '')
  const [isWrong, setWrong] = useState(false)
  const close = () => {
    onClose()
    view.focus()
  }
  const apply = () => {
    const wanted = /^[\w-]+(\.[\w-]+)+(\/|$)/.test(address.trim()) ? `https://${address.trim()}` : address.trim()
    if (!isArticleAddress(wanted)) return setWrong(true)
    const mark = schema.marks.link.create({ to: wanted })
    const tr = view.state.tr
    if (from === to) tr.insert(from, schema.text(wanted, [mark]))
    else tr.removeMark(from, to, schema.marks.link).addMark(from, to, mark)
    view.dispatch(tr)
    close()
  }
  const remove = () => {
    view.dispatch(view.state.tr.removeMark(from, to, schema.marks.link))
    close()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes, wherever the focus is in it
    <div className={styles.link} onKeyDown={(event) => event.key === 'Escape' && close()}>
      <Field
        label={texts.link.address}
        hint={texts.link.hint}
        error={isWrong ? texts.link.wrong : undefined}
        ltr
        autoFocus
        inputMode="url"
        value={address}
        onChange={({ target }) => {
          setAddress(target.value)
          setWrong(false)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          apply()
        }}
      />
      <Button small look="primary" onClick={apply} label={texts.link.apply} />
      {linkAt(view) !== undefined && <Button small look="quiet" onClick={remove} label={texts.link.remove} />}
      <Button small look="quiet" onClick={close} label={texts.link.cancel} />
    </div>
  )
}

const linkAt = ({ state: { selection, doc } }: EditorView): string | undefined => {
  const marks = selection.empty ? selection.$from.marks() : (doc.nodeAt(selection.from)?.marks ?? [])
  return schema.marks.link.isInSet(marks)?.attrs.to
}

/** The selection, or the whole link around the caret. */
function rangeOfLink({ state }: EditorView): { from: number; to: number } {
  const { from, to, empty, $from } = state.selection
  const mark = schema.marks.link.isInSet($from.marks())
  if (!empty || !mark) return { from, to }
  const { parent } = $from
  let [start, end] = [$from.index(), $from.index()]
  const has = (index: number) => Boolean(parent.maybeChild(index) && mark.isInSet(parent.child(index).marks))
  while (start > 0 && has(start - 1)) start--
  while (has(end)) end++
  let at = $from.start()
  let [first, last] = [at, at]
  parent.forEach((node, offset, index) => {
    if (index === start) first = at + offset
    if (index === end - 1) last = at + offset + node.nodeSize
  })
  at = last
  return { from: first, to: at }
}
