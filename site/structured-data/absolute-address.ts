import { permanentAddress } from '../addresses.ts'
import { useRoot } from '../use-root.ts'

/** The permanent address of a page in the language of this one, with the site's name before it. */
export function useAbsoluteAddress() {
  const { language, settings } = useRoot()
  return (plain: string) => settings.publicUrl + permanentAddress(plain, language)
}
