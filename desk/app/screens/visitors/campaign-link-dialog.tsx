import { useState } from 'react'
import { SOURCE_NAMES } from '#contract/sources.ts'
import { inEachLanguage, type Language } from '#texts/languages.ts'
import { CopyButton, Dialog, Secret } from '../../parts/dialog.tsx'
import { Choice, Field } from '../../parts/field.tsx'
import { useTexts } from '../../texts.tsx'
import { campaignLink } from './campaign-link.ts'

interface CampaignLinkDialogProps {
  homes: Record<Language, string>
  /** Offered while typing. */
  pages: readonly string[]
  campaigns: readonly string[]
  onClose(): void
}

export function CampaignLinkDialog({ homes, pages, campaigns, onClose }: CampaignLinkDialogProps) {
  const { visitors, shell, language: desk } = useTexts()
  const texts = visitors.campaignLink
  const [wanted, setWanted] = useState({ page: '', language: desk, source: '', campaign: '' })
  const made = campaignLink(wanted, homes)
  const fault = 'fault' in made ? made.fault : undefined
  const field = (name: 'page' | 'source' | 'campaign', offered: readonly string[]) => ({
    name,
    ltr: true,
    autoComplete: 'off',
    list: `campaign-link-${name}`,
    value: wanted[name],
    onChange: ({ target }: { target: { value: string } }) => setWanted({ ...wanted, [name]: target.value }),
    end: (
      <datalist id={`campaign-link-${name}`}>
        {offered.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    ),
  })
  return (
    <Dialog
      title={texts.title}
      text={texts.text}
      close={shell.close}
      onClose={onClose}
      actions={'link' in made && <CopyButton text={made.link} />}
    >
      <Field
        {...field('page', pages)}
        label={texts.page}
        hint={texts.pageHint}
        error={fault === 'otherSite' ? texts.otherSite : undefined}
      />
      <Choice<Language>
        legend={texts.language}
        name="language"
        look="row"
        options={inEachLanguage((each) => visitors.languageNames[each])}
        value={wanted.language}
        onChange={(language) => setWanted({ ...wanted, language })}
      />
      <Field {...field('source', SOURCE_NAMES)} label={texts.source} hint={texts.sourceHint} />
      <Field
        {...field('campaign', campaigns)}
        label={visitors.campaign}
        hint={texts.campaignHint}
        error={fault === 'notCounted' ? texts.notCounted : undefined}
      />
      <div role="status">{'link' in made ? <Secret>{made.link}</Secret> : <p className="muted">{texts.needed}</p>}</div>
    </Dialog>
  )
}
