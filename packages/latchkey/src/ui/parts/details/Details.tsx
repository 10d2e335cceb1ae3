import { Spinner } from '@latchkey/parts/Spinner'
import { type ReactNode, useEffect, useRef } from 'react'

type DetailProps = {
  readonly name: ReactNode
  readonly isTotal?: boolean
  readonly children: ReactNode
}

/** One line of the details of a transaction. */
export function Detail({ name, isTotal = false, children }: DetailProps) {
  return (
    <div className={isTotal ? 'detail detail-total' : 'detail'}>
      <span className="detail-name">{name}</span>
      <span className="detail-value">{children}</span>
    </div>
  )
}

type MoneyProps = {
  readonly text: string
  /** A second line: the value, or what the amount is about. */
  readonly worth?: string | undefined
  readonly testId: string
}

export function Money({ text, worth, testId }: MoneyProps) {
  return (
    <span className="money" data-testid={testId}>
      <bdi>{text}</bdi>
      {worth !== undefined && <span className="money-worth">{worth}</span>}
    </span>
  )
}

/** Amounts with more characters than this get a smaller font, to fit in one line. */
const amountSteps = { medium: 14, small: 20 }

type ReviewAmountProps = {
  readonly amount: string
  readonly symbol: string
  readonly testId: string
}

/** The amount in large type. */
export function ReviewAmount({ amount, symbol, testId }: ReviewAmountProps) {
  return (
    <p className={amountClass(`${amount} ${symbol}`)} data-testid={testId}>
      <bdi>
        {amount} <span className="balance-symbol">{symbol}</span>
      </bdi>
    </p>
  )
}

function amountClass({ length }: string): string {
  if (length > amountSteps.small) return 'review-number review-number-small'
  return length > amountSteps.medium ? 'review-number review-number-medium' : 'review-number'
}

type ProgressProps = {
  readonly title: string
  readonly text?: string | undefined
  readonly testId: string
}

/** The current step of a transaction. Its details stay visible, to compare them with the wallet. */
export function Progress({ title, text, testId }: ProgressProps) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the step
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [testId])
  return (
    <div ref={box} className="progress" role="status" data-testid={testId}>
      <Spinner />
      <span className="progress-words">
        <span className="progress-title">{title}</span>
        {text && <span className="progress-text">{text}</span>}
      </span>
    </div>
  )
}
