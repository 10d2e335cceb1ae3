import { describeStep, type StepContext } from './describeStep.js'
import { Rows } from './Rows.js'
import type { Step } from './steps.js'
import { labels } from './text.js'

export type StepListProps = {
  readonly steps: readonly Step[]
  readonly context: StepContext
  /** Token details are still loading. */
  readonly isLoading: boolean
  /** How the steps belong together. */
  readonly intro?: string | undefined
  /** A warning already says the same as a single step. */
  readonly isWarned: boolean
}

/** All steps in words. */
export function StepList({ steps, context, isLoading, intro, isWarned }: StepListProps) {
  const isOne = steps.length === 1
  return (
    <>
      {intro !== undefined && <p className="quiet">{intro}</p>}
      {steps.map((step, index) => {
        const description = describeStep(step, context)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps repeat, and their order never changes
          <section key={`${index}${step.kind}`} className={isOne ? 'step' : 'step step-card'}>
            {!isOne && (
              <h2 className="step-title">
                {description.title}
                <span className="hint">{labels.step(index + 1, steps.length)}</span>
              </h2>
            )}
            {description.amount !== undefined &&
              (isLoading ? (
                <p className="amount">
                  <span className="skeleton" />
                </p>
              ) : (
                <p className="amount" data-testid="approve-amount">
                  <bdi dir="ltr">{description.amount}</bdi>
                </p>
              ))}
            {description.sentence !== undefined && !(isOne && isWarned) && (
              <p className="quiet">{description.sentence}</p>
            )}
            <Rows rows={description.rows} />
          </section>
        )
      })}
    </>
  )
}
