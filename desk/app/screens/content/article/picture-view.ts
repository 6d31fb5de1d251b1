import type { Node } from 'prosemirror-model'
import type { EditorView, NodeView } from 'prosemirror-view'
import { readPictureAddress } from '#contract/uploaded-pictures.ts'
import { addressOf } from '../../../api.ts'
import styles from './picture.module.css'

export interface PictureTexts {
  words: string
  caption: string
  wide: string
  gone: string
  remove: string
}

const WIDTH = 400

/** A picture with its words and caption, which are typed beside it. */
export class PictureView implements NodeView {
  dom = document.createElement('figure')
  #node: Node
  readonly #inputs: Record<'words' | 'caption', HTMLInputElement>
  readonly view: EditorView
  readonly place: () => number | undefined
  readonly #wide = document.createElement('input')

  constructor(node: Node, view: EditorView, place: () => number | undefined, texts: PictureTexts) {
    this.view = view
    this.place = place
    this.#node = node
    this.dom.className = styles.picture as string
    this.dom.contentEditable = 'false'
    this.dom.append(this.#image(texts))
    const fields = document.createElement('div')
    this.#inputs = { words: this.#input('words', texts.words), caption: this.#input('caption', texts.caption) }
    for (const input of Object.values(this.#inputs)) fields.append(input.parentElement as HTMLElement)
    fields.append(this.#row(texts))
    this.dom.append(fields)
    this.#show()
  }

  update(node: Node) {
    if (node.type !== this.#node.type || node.attrs.address !== this.#node.attrs.address) return false
    this.#node = node
    this.#show()
    return true
  }

  selectNode = () => this.dom.setAttribute('data-chosen', '')
  deselectNode = () => this.dom.removeAttribute('data-chosen')
  stopEvent = (event: Event) => event.target instanceof HTMLInputElement || event.target instanceof HTMLButtonElement
  ignoreMutation = () => true

  #image(texts: PictureTexts) {
    const uploaded = readPictureAddress(this.#node.attrs.address)
    if (!uploaded) return this.#gone(texts)
    const image = document.createElement('img')
    image.alt = ''
    image.src = addressOf('GET /pictures/:id/file', { params: { id: uploaded.id }, query: { width: WIDTH } })
    image.onerror = () => image.replaceWith(this.#gone(texts))
    return image
  }

  #gone({ gone }: PictureTexts) {
    const place = document.createElement('p')
    place.className = styles.gone as string
    place.textContent = gone
    return place
  }

  #input(name: 'words' | 'caption', label: string) {
    const frame = document.createElement('label')
    const input = document.createElement('input')
    input.readOnly = !this.view.editable
    input.maxLength = 400
    input.addEventListener('input', () => this.#change({ [name]: input.value }))
    frame.append(label, input)
    return input
  }

  #row({ wide, remove }: PictureTexts) {
    const row = document.createElement('div')
    const label = document.createElement('label')
    this.#wide.type = 'checkbox'
    this.#wide.disabled = !this.view.editable
    this.#wide.addEventListener('change', () => this.#change({ isWide: this.#wide.checked }))
    label.append(this.#wide, wide)
    row.append(label)
    if (this.view.editable) {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = remove
      button.addEventListener('click', () => this.#remove())
      row.append(button)
    }
    return row
  }

  #show() {
    const { words, caption, isWide } = this.#node.attrs
    const texts = { words, caption }
    for (const name of ['words', 'caption'] as const)
      if (this.#inputs[name].value !== texts[name]) this.#inputs[name].value = texts[name]
    this.#wide.checked = isWide
  }

  #change(attrs: object) {
    const at = this.place()
    if (at === undefined) return
    this.view.dispatch(this.view.state.tr.setNodeMarkup(at, null, { ...this.#node.attrs, ...attrs }))
  }

  #remove() {
    const at = this.place()
    if (at === undefined) return
    this.view.dispatch(this.view.state.tr.delete(at, at + this.#node.nodeSize))
    this.view.focus()
  }
}
