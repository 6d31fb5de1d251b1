import { MessageCircle } from 'lucide-react'
import { FullStop } from '#site/brand/full-stop.tsx'
import { HeroWord } from '#site/brand/hero-word.tsx'
import { ButtonAnchor, ButtonLink, ButtonRow } from '#site/components/button.tsx'
import { useChatAddress } from '#site/components/chat-link.ts'
import { useTexts } from '#site/texts.tsx'
import styles from './hero.module.css'

export function Hero() {
  const { hero } = useTexts('home')
  const { getStarted, chat } = useTexts('shell')
  const chatAddress = useChatAddress('header')
  return (
    <section className={styles.hero}>
      <div className={`wrap ${styles.text}`}>
        <h1 className="d1">
          <FullStop text={hero.title} />
        </h1>
        <div className={styles.side}>
          <p className="lead">{hero.lead}</p>
          <ButtonRow>
            <ButtonLink to="/contact">{getStarted}</ButtonLink>
            {chatAddress && (
              <ButtonAnchor look="ghost" icon={MessageCircle} href={chatAddress}>
                {chat.button}
              </ButtonAnchor>
            )}
          </ButtonRow>
        </div>
      </div>
      <div className={styles.stage} dir="ltr">
        <HeroWord className={styles.word} label={hero.drawing} notes={{ height: hero.height, length: hero.length }} />
      </div>
    </section>
  )
}
