/** Names that are allowed in a style and as an attribute. */
export const PRESENTATION = new Set(
  `fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity
  opacity color stop-color stop-opacity clip-path clip-rule mask display visibility`.split(/\s+/),
)

type Declarations = ReadonlyMap<string, string>

export interface StyleRule {
  className: string
  declarations: Declarations
}

/** Drawing programs write a few dozen. */
const MAX_RULES = 200

/** Rules for single classes, as drawing programs write them. Undefined for a sheet that needs more of a browser. */
export function readStyleRules(sheet: string): StyleRule[] | undefined {
  const rules: StyleRule[] = []
  for (const rule of withoutComments(sheet).split('}')) {
    if (rule.trim() === '') continue
    const [selectors = '', body, ...more] = rule.split('{')
    if (body === undefined || more.length > 0) return undefined
    const declarations = readDeclarations(body)
    for (const selector of selectors.split(',')) {
      const [, className] = CLASS.exec(selector.trim()) ?? []
      if (className === undefined || rules.length === MAX_RULES) return undefined
      rules.push({ className, declarations })
    }
  }
  return rules
}

const CLASS = /^\.([\w-]+)$/

function withoutComments(sheet: string): string {
  const [start = '', ...commented] = sheet.split('/*')
  return [start, ...commented.map((part) => part.split('*/').slice(1).join(' '))].join(' ')
}

function readDeclarations(text: string): Declarations {
  const declarations = new Map<string, string>()
  for (const declaration of text.split(';')) {
    const [name = '', ...value] = declaration.split(':')
    if (PRESENTATION.has(name.trim())) declarations.set(name.trim(), value.join(':'))
  }
  return declarations
}

/** Declarations of the classes, then of the style of an element: the later one wins. */
export function declarationsOf(rules: readonly StyleRule[], classNames: string, style: string): [string, string][] {
  const own = new Set(classNames.split(/\s+/))
  const ofClasses = rules.filter(({ className }) => own.has(className)).map(({ declarations }) => declarations)
  return [...ofClasses, readDeclarations(style)].flatMap((each) => [...each])
}
