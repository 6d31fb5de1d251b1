import { type ComponentProps, useId } from 'react'
import { PAGE_ROUTES } from '#contract/page-routes.ts'
import { Field } from '../../parts/field.tsx'

const PAGES = PAGE_ROUTES.flatMap((route) => ('isHidden' in route || route.path.includes(':') ? [] : [route.path]))

/** Suggests the pages of the site. */
export function TargetField(props: ComponentProps<typeof Field>) {
  const pages = useId()
  return (
    <>
      <Field ltr list={pages} spellCheck={false} autoComplete="off" inputMode="url" maxLength={400} {...props} />
      <datalist id={pages}>
        {PAGES.map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
    </>
  )
}
