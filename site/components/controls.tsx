import { ArrowRight, type LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { isArabicAddress, permanentAddress } from '../addresses.ts'
import arrow from './arrow-link.module.css'
import button from './button.module.css'
import { usePrefetch } from './prefetch.ts'

interface Look {
  /** `ink` stands on a ground that keeps its pigment in both themes. */
  look?: 'primary' | 'ghost' | 'ink'
  icon?: LucideIcon
  children: ReactNode
}

export function Button({ look, icon, children, ...rest }: Look & ComponentProps<'button'>) {
  return (
    <button type="button" {...rest} className={classNames(look)}>
      <Inside icon={icon}>{children}</Inside>
    </button>
  )
}

export function ButtonLink({ look, icon, children, ...rest }: Look & ComponentProps<typeof PageLink>) {
  return (
    <PageLink {...rest} className={classNames(look)}>
      <Inside icon={icon}>{children}</Inside>
    </PageLink>
  )
}

export function ButtonAnchor({ look, icon, children, ...rest }: Look & ComponentProps<'a'>) {
  return (
    <a {...rest} className={classNames(look)}>
      <Inside icon={icon}>{children}</Inside>
    </a>
  )
}

export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className={button.row}>{children}</div>
}

function Inside({ icon, children }: Pick<Look, 'icon' | 'children'>) {
  return (
    <>
      <span className={button.dot} />
      <span>{children}</span>
      {icon && <Icon of={icon} />}
    </>
  )
}

const classNames = (look: Look['look'] = 'primary') => `${button.button} ${button[look]}`

/** Keeps the Arabic prefix. Prefetches the page's code unless the visitor saves data. */
export function PageLink({ to, ...rest }: Omit<ComponentProps<typeof Link>, 'to' | 'prefetch'> & { to: string }) {
  const address = useAddress()
  // Another document loads its files itself.
  const prefetch = usePrefetch(!rest.reloadDocument)
  return <Link viewTransition={isMotionWelcome()} {...prefetch} {...rest} to={address(to)} />
}

const isMotionWelcome = () =>
  typeof matchMedia !== 'undefined' && !matchMedia('(prefers-reduced-motion: reduce)').matches

export function useAddress() {
  const { pathname } = useLocation()
  return (plain: string) => (isArabicAddress(pathname) ? permanentAddress(plain, 'ar') : plain)
}

export function ArrowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <PageLink to={to} className={arrow.link}>
      <span>{children}</span>
      <Icon of={ArrowRight} means="direction" />
    </PageLink>
  )
}

interface IconProps {
  of: LucideIcon
  /** Only an icon that means a direction is mirrored in Arabic. */
  means?: 'direction' | 'back'
  small?: boolean
}

export function Icon({ of: Drawing, means, small = false }: IconProps) {
  const names = ['icon', small && 'icon--sm', means === 'direction' && 'icon--dir', means === 'back' && 'icon--back']
  return (
    <Drawing {...SAID_BY_STYLES} className={names.filter(Boolean).join(' ')} strokeWidth={1.6} aria-hidden="true" />
  )
}

/** base.css says once how a line is drawn, instead of each icon. */
const SAID_BY_STYLES = {
  xmlns: undefined,
  fill: undefined,
  stroke: undefined,
  strokeLinecap: undefined,
  strokeLinejoin: undefined,
} as const
