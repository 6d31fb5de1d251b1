export type ProjectKind = 'mobile' | 'web' | 'erp'

/** A type without a drawing is shown as modules, like an ERP system. */
export function projectKind(type: string): ProjectKind {
  if (/mobile/i.test(type)) return 'mobile'
  if (/web/i.test(type)) return 'web'
  return 'erp'
}
