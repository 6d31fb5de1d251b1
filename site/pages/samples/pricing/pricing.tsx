import { useTranslations } from 'use-intl'
import type { Price as PriceOfPlan } from '#contract/page-content.ts'
import { Dot } from '../../../brand/dots/dot.tsx'
import { PriceDots } from '../../../brand/dots/price-dots.tsx'
import { ButtonLink } from '../../../components/controls.tsx'
import { PageHeading } from '../../../components/headings.tsx'
import { HeadOfPage, PageSections } from '../../../components/page-sections.tsx'
import { EmptyList } from '../../../components/prose/note.tsx'
import {
  type PageHandle,
  useFormats,
  usePage,
  usePageContent,
  usePageNames,
  useRoot,
  useTexts,
} from '../../../page-context.tsx'
import styles from './pricing.module.css'

export const handle: PageHandle = { texts: ['pricing'], content: ['prices', 'page-pricing'] }

export default function Pricing() {
  const texts = useTexts('pricing')
  const { words } = usePage('pricing')
  const pages = usePageNames()
  const plans = usePageContent('prices')
  const highest = Math.max(...plans.map(({ dollarsAMonth }) => dollarsAMonth))
  const trail = [{ name: texts.crumb }]
  const head = <HeadOfPage of="pricing" />
  if (plans.length === 0)
    return <EmptyList head={head} trail={trail} empty={texts.empty} to="/contact" link={pages.contact} />
  return (
    <>
      {head}
      <PageSections
        of="pricing"
        opening={<PageHeading trail={trail} {...words.hero} />}
        sections={{
          plans: (
            <div className="wrap">
              <ul className={styles.plans}>
                {plans.map((plan) => (
                  <Plan key={plan.name} plan={plan} highest={highest} />
                ))}
              </ul>
              <p className={styles.note}>{words.plans.note}</p>
            </div>
          ),
        }}
      />
    </>
  )
}

function Plan({ plan, highest }: { plan: PriceOfPlan; highest: number }) {
  const { name, dollarsAMonth, isMostChosen, audience, features } = plan
  const { mostChosen } = useTexts('pricing')
  const sentence = useTranslations('pricing')
  return (
    <li className={isMostChosen ? `${styles.plan} ${styles.mostChosen}` : styles.plan}>
      <div className={styles.bar}>
        <PriceDots dollars={dollarsAMonth} highest={highest} />
      </div>
      <h2 className={styles.name}>
        {name}
        {isMostChosen && <small>{mostChosen}</small>}
      </h2>
      <Price dollars={dollarsAMonth} />
      <p className={styles.audience}>{audience}</p>
      <ul className={styles.features}>
        {features.map((feature) => (
          <li key={feature}>
            <Dot />
            <span>{feature}</span>
          </li>
        ))}
      </ul>
      <ButtonLink to="/contact" look={isMostChosen ? 'primary' : 'ghost'}>
        {sentence('choose', { plan: name })}
      </ButtonLink>
    </li>
  )
}

/** Among Arabic-Indic digits a dot would read as zero, so there the decimal point is the coloured ٫. */
function Price({ dollars }: { dollars: number }) {
  const sentence = useTranslations('pricing')
  const { language } = useRoot()
  const format = useFormats()
  const [, whole, point, cents] = /^(.*)([.٫])(.*)$/.exec(format.number(dollars, { minimumFractionDigits: 2 })) ?? []
  const isArabic = language === 'ar'
  return (
    <p className={styles.price}>
      <span className="vh">{sentence('price', { dollars })}</span>
      <bdi className={styles.number} dir="ltr" aria-hidden="true">
        <span>{whole}</span>
        <i className={isArabic ? styles.arabicPoint : styles.point}>{isArabic && point}</i>
        <span>{cents}</span>
      </bdi>
      <small aria-hidden="true">{sentence('unit', { dollars })}</small>
    </p>
  )
}
