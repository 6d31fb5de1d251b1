import { MessageCircle } from 'lucide-react'
import { HeroWord } from '../../brand/words/hero-word.tsx'
import { useChatAddress } from '../../components/contact/chat-link.ts'
import { ButtonAnchor, ButtonLink, ButtonRow } from '../../components/controls/button.tsx'
import { Title } from '../../components/headings/title.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './hero.module.css'

export function Hero() {
  const { hero } = useTexts('home')
  const { getStarted, chat } = useTexts('shell')
  const chatAddress = useChatAddress('header')
  return (
    <section className={styles.hero}>
      <div className={`wrap ${styles.text}`}>
        <Title size="d1" text={hero.title} />
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
