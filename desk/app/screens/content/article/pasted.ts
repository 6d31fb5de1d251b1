/** Structure stays, styles go: what the schema does not know falls away by itself. */
export function cleanPastedHtml(html: string): string {
  const page = new DOMParser().parseFromString(withoutStyles(html), 'text/html')
  for (const element of page.querySelectorAll('style, script, meta, link, title')) element.remove()
  for (const element of page.querySelectorAll('o\\:p')) element.replaceWith(...element.childNodes)
  listsOfWord(page)
  for (const title of page.querySelectorAll('p.MsoTitle')) renamed(title, 'h2')
  for (const element of page.querySelectorAll('[data-style]')) marksOfStyle(element)
  return page.body.innerHTML
}

/** The content security policy refuses inline styles, and complains of each: they are read as data. */
const withoutStyles = (html: string) =>
  html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<style\b[\s\S]*?<\/style>/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle\s*=/gi, ' data-style='))

/** Google Docs says in styles what is bold, and wraps everything in a <b> that is not. */
function marksOfStyle(element: Element) {
  const style = element.getAttribute('data-style') ?? ''
  element.removeAttribute('data-style')
  const weight = /font-weight:\s*(\w+)/i.exec(style)?.[1] ?? ''
  const slant = /font-style:\s*(\w+)/i.exec(style)?.[1] ?? ''
  const isBold = weight === 'bold' || Number(weight) >= 600
  if (element.localName === 'b' && weight && !isBold) return element.replaceWith(...element.childNodes)
  if (element.localName === 'i' && slant === 'normal') return element.replaceWith(...element.childNodes)
  if (element.localName !== 'span') return
  if (isBold) wrapped(element, 'strong')
  if (slant === 'italic') wrapped(element, 'em')
}

function wrapped(element: Element, name: string) {
  const mark = element.ownerDocument.createElement(name)
  mark.append(...element.childNodes)
  element.append(mark)
}

export const hasForeignPictures = (html: string) => /<img\b(?![^>]*data-address)/i.test(html)

const LEVEL = /mso-list:[^;"']*\blevel(\d)/

/** Word writes a list as paragraphs with a typed sign before each. */
function listsOfWord(page: Document) {
  let lists: Element[] = []
  for (const paragraph of [...page.querySelectorAll('p')]) {
    const level = Number(LEVEL.exec(paragraph.getAttribute('data-style') ?? '')?.[1] ?? 0)
    if (level === 0) {
      lists = []
      continue
    }
    const isNext = lists.length > 0 && paragraph.previousElementSibling === lists[0]
    if (!isNext) lists = []
    const sign = paragraph.querySelector('span[data-style*="mso-list"]')
    const typed = (sign ?? paragraph).textContent?.trim() ?? ''
    sign?.remove()
    const point = page.createElement('li')
    point.append(...paragraph.childNodes)
    lists = lists.slice(0, level)
    while (lists.length < level) {
      const list = page.createElement(/^[\p{Nd}a-z]{1,3}[.)]/iu.test(typed) ? 'ol' : 'ul')
      const parent = lists.at(-1)
      if (parent) (parent.lastElementChild ?? parent).append(list)
      else paragraph.before(list)
      lists.push(list)
    }
    lists.at(-1)?.append(point)
    paragraph.remove()
  }
}

function renamed(element: Element, name: string) {
  const heading = element.ownerDocument.createElement(name)
  heading.append(...element.childNodes)
  element.replaceWith(heading)
}

/** Text that is written as Markdown is pasted as what it means. */
export const isMarkdown = (text: string) =>
  /^(?:#{1,6} \S|[-*] \S|\d{1,3}[.)] \S|> \S|```|\|.+\|$)/m.test(text) ||
  /\[[^\]]+\]\((?:https?:\/\/|\/)[^)]+\)|\*\*\S[^*]*\*\*/.test(text)
