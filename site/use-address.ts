import { useLocation } from 'react-router'
import { isArabicAddress, permanentAddress } from './addresses.ts'

/** Links keep the prefix of the page they stand on. */
export function useAddress() {
  const { pathname } = useLocation()
  return (plain: string) => (isArabicAddress(pathname) ? permanentAddress(plain, 'ar') : plain)
}
