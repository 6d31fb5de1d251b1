import { Wordmark } from '../../brand/words/wordmark.tsx'
import { usePageContent, useRoot, useTexts } from '../../page-context.tsx'

interface CompanyWordmarkProps {
  className?: string | undefined
  isRepeated?: boolean
}

export function CompanyWordmark(props: CompanyWordmarkProps) {
  const { language } = useRoot()
  const { companyName } = useTexts('shell')
  const { wordmark } = usePageContent('brand')
  return <Wordmark language={language} own={wordmark && { ...wordmark, name: companyName }} {...props} />
}
