import { Plus } from 'lucide-react'
import { QUESTION_KINDS } from '#contract/constants.ts'
import { Block, Button } from '../../parts/elements.tsx'
import { Check, Options, SelectField } from '../../parts/field.tsx'
import { useTexts } from '../../texts.tsx'
import { moved, newId, nothing, type PartProps, type Question, replaced, without } from './draft.ts'
import { Pair, RowTools } from './rows.tsx'
import styles from './set-up.module.css'

const MAX_QUESTION_LENGTH = 200
const MAX_OPTION_LENGTH = 100

const newOption = () => ({ id: `option-${newId()}`, text: nothing() })

export function Questions({ setUp, value: { questions }, onChange }: PartProps) {
  const { 'set-up': texts } = useTexts()
  const add = () =>
    onChange({
      questions: [
        ...questions,
        { id: newId(), kind: 'short', text: nothing(), isRequired: true, options: [], knockOut: [] },
      ],
    })
  return (
    <Block title={texts.questions.title} aside={<span className="muted small">{texts.questions.note}</span>}>
      {questions.length === 0 && <p className="second small">{texts.questions.none}</p>}
      <ol className={styles.rows}>
        {questions.map((question, index) => (
          <li key={question.id}>
            <QuestionRow
              question={question}
              index={index}
              last={questions.length - 1}
              maxOptions={setUp.limits.options}
              onChange={(changed) => onChange({ questions: replaced(questions, index, changed) })}
              onMove={(by) => onChange({ questions: moved(questions, index, by) })}
              onRemove={() => onChange({ questions: without(questions, index) })}
            />
          </li>
        ))}
      </ol>
      <div className={styles.add}>
        {questions.length < setUp.limits.questions && (
          <Button icon={Plus} small onClick={add} label={texts.questions.add} />
        )}
        <span className="muted small">{texts.questions.never}</span>
      </div>
      {questions.some(({ kind }) => kind === 'choice' || kind === 'yes-no') && (
        <p className="muted small">{texts.questions.flagNote}</p>
      )}
    </Block>
  )
}

interface QuestionRowProps {
  question: Question
  index: number
  last: number
  maxOptions: number
  onChange(question: Question): void
  onMove(by: 1 | -1): void
  onRemove(): void
}

function QuestionRow({ question, index, last, maxOptions, onChange, onMove, onRemove }: QuestionRowProps) {
  const { 'set-up': texts, say } = useTexts()
  const number = index + 1
  const { kind, text, isRequired, isConfidential = false, options } = question
  const changeKind = (next: Question['kind']) =>
    onChange({
      ...question,
      kind: next,
      options: next === 'choice' ? (options.length > 0 ? options : [newOption(), newOption()]) : [],
      knockOut: [],
    })
  return (
    <div className={styles.question}>
      <Pair
        name={`questions.${index}.text`}
        value={text}
        maxLength={MAX_QUESTION_LENGTH}
        labelIn={(language) => say('set-up.questions.text', { number, language })}
        onChange={(changed) => onChange({ ...question, text: changed })}
      />
      <div className={styles.terms}>
        <SelectField
          className={styles.bare}
          label={say('set-up.questions.kind', { number })}
          value={kind}
          onChange={({ target }) => changeKind(target.value as Question['kind'])}
        >
          <Options of={QUESTION_KINDS.map((each) => [each, texts.questions.kinds[each]] as const)} />
        </SelectField>
        <Check
          label={texts.questions.required}
          checked={isRequired}
          onChange={({ target }) => onChange({ ...question, isRequired: target.checked })}
        />
        <Check
          label={texts.questions.confidential}
          checked={isConfidential}
          onChange={({ target }) => onChange({ ...question, isConfidential: target.checked })}
        />
        <RowTools
          called={say('set-up.questions.called', { number })}
          canRise={index > 0}
          canFall={index < last}
          onMove={onMove}
          onRemove={onRemove}
        />
      </div>
      {kind === 'choice' && <Choices {...{ question, index, maxOptions, onChange }} />}
      {kind === 'yes-no' && (
        <div className={styles.flag}>
          <SelectField
            label={texts.questions.flagYesNo}
            name={`questions.${index}.knockOut`}
            value={question.knockOut[0] ?? ''}
            onChange={({ target }) => onChange({ ...question, knockOut: target.value ? [target.value] : [] })}
          >
            <Options
              of={[
                ['', texts.questions.flagNone],
                ['yes', texts.questions.yes],
                ['no', texts.questions.no],
              ]}
            />
          </SelectField>
        </div>
      )}
    </div>
  )
}

function Choices({
  question,
  index,
  maxOptions,
  onChange,
}: Pick<QuestionRowProps, 'question' | 'index' | 'maxOptions' | 'onChange'>) {
  const { 'set-up': texts, 'field-errors': errors, say } = useTexts()
  const { options, knockOut } = question
  const isFlagged = (id: string) => knockOut.includes(id)
  const flag = (id: string) =>
    onChange({ ...question, knockOut: isFlagged(id) ? knockOut.filter((each) => each !== id) : [...knockOut, id] })
  return (
    <ol className={styles.options}>
      {options.map((option, place) => {
        const number = place + 1
        return (
          <li key={option.id}>
            <Pair
              name={`questions.${index}.options.${place}.text`}
              value={option.text}
              maxLength={MAX_OPTION_LENGTH}
              labelIn={(language) => say('set-up.questions.option', { number, language })}
              onChange={(text) => onChange({ ...question, options: replaced(options, place, { ...option, text }) })}
            />
            <Check label={texts.questions.flag} checked={isFlagged(option.id)} onChange={() => flag(option.id)} />
            <RowTools
              called={say('set-up.questions.calledOption', { number })}
              canRise={place > 0}
              canFall={place < options.length - 1}
              onMove={(by) => onChange({ ...question, options: moved(options, place, by) })}
              onRemove={
                options.length > 2
                  ? () =>
                      onChange({
                        ...question,
                        options: without(options, place),
                        knockOut: knockOut.filter((each) => each !== option.id),
                      })
                  : undefined
              }
            />
          </li>
        )
      })}
      {knockOut.length >= options.length && <li className={styles.wrong}>{errors.knockOutLeavesNone}</li>}
      {options.length < maxOptions && (
        <li>
          <Button
            small
            look="quiet"
            icon={Plus}
            onClick={() => onChange({ ...question, options: [...options, newOption()] })}
            label={texts.questions.addOption}
          />
        </li>
      )}
    </ol>
  )
}
