import { permanentAddress } from '../addresses.ts'
import { useRoot } from '../use-root.ts'

export function useAbsoluteAddress() {
  const { language, settings } = useRoot()
  return (plain: string) => settings.publicUrl + permanentAddress(plain, language)
}
