export function classNames(...names: (string | undefined | false)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined
}
