import type { ComponentProps } from 'react'
import { Link, useLocation } from 'react-router'
import { isArabicAddress, permanentAddress } from '../../addresses.ts'
import { mustSaveData } from '../../boot/must-save-data.ts'

/** Keeps the Arabic prefix. Prefetches the page's code unless the visitor saves data. */
export function PageLink({ to, ...rest }: Omit<ComponentProps<typeof Link>, 'to'> & { to: string }) {
  const address = useAddress()
  return (
    <Link prefetch={mustSaveData() ? 'none' : 'intent'} viewTransition={isMotionWelcome()} {...rest} to={address(to)} />
  )
}

const isMotionWelcome = () =>
  typeof matchMedia !== 'undefined' && !matchMedia('(prefers-reduced-motion: reduce)').matches

/** Links keep the prefix of the page they stand on. */
export function useAddress() {
  const { pathname } = useLocation()
  return (plain: string) => (isArabicAddress(pathname) ? permanentAddress(plain, 'ar') : plain)
}
