import { Button } from '@latchkey/parts/Button'
import { Checkbox } from '@latchkey/parts/Checkbox'
import { Notice } from '@latchkey/parts/Notice'
import type { Hex } from '@latchkey/wire/rpc/eip155'
import { hex } from '@scure/base'
import { useEffect, useMemo, useRef, useState } from 'react'
import { GuardedButton } from '../guard/GuardedButton.js'
import { hints } from '../guard/text.js'
import { useGuard } from '../guard/useGuard.js'
import { formatTimeAgo } from '../parts/formatTime.js'
import { PendingRecoveryNotice } from '../parts/PendingRecoveryNotice.js'
import type { Clock } from '../screens/clock.js'
import type { ConfirmRequest } from '../screens/screens.js'
import { noFacts } from './assessRisk.js'
import { ChainFacts } from './ChainFacts.js'
import type { Danger } from './danger/danger.js'
import { blockText, dangers as dangerTexts } from './danger/text.js'
import { describeRequest } from './describeStep.js'
import { explain } from './explain.js'
import { FeeChoice } from './FeeChoice.js'
import { RequestOrigin } from './RequestOrigin.js'
import { Code } from './Rows.js'
import { StepList } from './StepList.js'
import { TypedData } from './TypedData.js'
import { actions, labels, newDevice, sentences, tokenFee as tokenFeeTexts } from './text.js'
import { useFindings } from './useFindings.js'
import { useReadToEnd } from './useReadToEnd.js'

export type ConfirmScreenProps = {
  readonly request: ConfirmRequest
  readonly clock: Clock
  readonly signal: AbortSignal
  /** False in a separate window, which no page can cover. */
  readonly mustBeVisible: boolean
  readonly onDecision: (isConfirmed: boolean) => void
}

/** Scrollable content must be reachable by keyboard. */
const reachable = 0

const unknownCoin = { symbol: 'units', decimals: 0 }

export function ConfirmScreen(props: ConfirmScreenProps) {
  const { request, clock, signal, mustBeVisible, onDecision } = props
  const { action, lookups, origin, known } = request
  const card = useRef<HTMLElement>(null)
  const scroll = useRef<HTMLElement>(null)
  const explanation = useMemo(() => explain(action, origin, known), [action, origin, known])
  const { steps, signIn, text } = explanation
  const { chainId } = action
  const chain = lookups.chain(chainId)
  const coin = chain ?? unknownCoin
  const findings = useFindings(request, explanation, { coin, clock, signal })
  const { facts, fee, simulation, sponsorship, holdings, dangers, block, isComplete, progress } =
    findings
  const payment = action.kind === 'calls' ? action.payment : undefined
  const { tokens: feeTokens = [], isCoinShort = false } = findings.feeChoices ?? {}
  const [picked, setPicked] = useState<{ readonly token: Hex | undefined }>()
  const preselected = isCoinShort ? feeTokens.find(({ isEnough }) => isEnough)?.token : undefined
  const feeToken = picked ? picked.token : preselected
  const tokenFee = feeTokens.find(({ token }) => token === feeToken)
  const confirm = () => {
    payment?.choose(feeToken)
    onDecision(true)
  }
  const { loaded } = explanation
  const context = { chainId, coin, facts: facts ?? noFacts, known, loaded, holdings }
  const [worst, ...rest] = dangers
  const [ticked, setTicked] = useState<Danger>()
  // A worse danger that is found later needs its own checkbox.
  const isTicked = worst !== undefined && ticked === worst
  const hasReadOn = useReadToEnd(
    scroll,
    progress,
    [dangers, fee?.state === 'failed', block !== undefined, sponsorship?.status, feeTokens.length]
      .flat()
      .join(' '),
  )
  const { title, verb } = describeRequest(explanation)
  const waiting = useWaiting(request.waiting)
  const [isEarly, setEarly] = useState(false)

  const guarded = useGuard(card, {
    clock,
    mustBeVisible,
    // Without the queue length: a site could keep changing it, so the card would never be ready.
    content: [progress, dangers, isTicked, hasReadOn, waiting > 0, feeToken].join(' '),
  })
  const needsTick = worst !== undefined
  const wasEarly = guarded.wasEarly || (isEarly && !isComplete)
  const hint = !block && (guarded.isCovered ? hints.covered : wasEarly && hints.early)

  return (
    <main
      className="screen confirm"
      ref={card}
      aria-labelledby="confirm-title"
      data-testid="login-confirm"
    >
      <section
        className="confirm-scroll"
        data-scroll
        ref={scroll}
        tabIndex={reachable}
        aria-label={labels.details}
      >
        <div className="confirm-body">
          {request.newDeviceAt !== undefined && (
            <Notice tone="warn" title={newDevice.title} testId="approve-new-device">
              {newDevice.text(formatTimeAgo(request.newDeviceAt, clock.now()))}
            </Notice>
          )}
          {request.pendingRecovery && <PendingRecoveryNotice request={request.pendingRecovery} />}
          {payment?.unpaidToken !== undefined && (
            <Notice
              tone="warn"
              title={tokenFeeTexts.unpaid.title(payment.unpaidToken)}
              testId="approve-token-unpaid"
            >
              {tokenFeeTexts.unpaid.text}
            </Notice>
          )}
          <RequestOrigin origin={origin} />
          <h1 className="confirm-title" id="confirm-title">
            {title}
          </h1>
          {block && (
            <Notice
              tone="bad"
              title={blockText(block, new URL(origin).host).title}
              testId="approve-rejection"
            >
              {blockText(block, new URL(origin).host).text}
            </Notice>
          )}
          {worst && !block && (
            <Notice tone="bad" title={dangerTexts[worst].title} testId="approve-danger">
              {dangerTexts[worst].text}
              {rest.length > 0 && (
                <span className="also">
                  {labels.also} {rest.map((danger) => dangerTexts[danger].title).join(' · ')}
                </span>
              )}
            </Notice>
          )}
          <StepList
            steps={steps}
            context={context}
            isLoading={facts === undefined}
            intro={introOf(action, steps.length)}
            isWarned={needsTick}
          />
          {(action.kind === 'message' || action.kind === 'solana-message') && (
            <section className="step">
              <p className="quiet">{signIn ? sentences.signIn : !block && sentences.message}</p>
              {text === undefined ? (
                <Code text={`0x${hex.encode(action.bytes)}`} />
              ) : (
                <div className="message" data-testid="approve-message">
                  {text}
                </div>
              )}
            </section>
          )}
          {action.kind === 'typed-data' && (
            <TypedData data={action.data} isKnown={steps.some(({ kind }) => kind !== 'order')} />
          )}
          <ChainFacts
            account={action.account}
            chainName={chain?.name ?? action.chainId}
            coin={coin}
            {...(fee && { fee, isSponsored: explanation.fee === 0n })}
            {...(simulation && { simulation })}
            {...(sponsorship && { sponsorship, host: new URL(origin).host })}
            {...(tokenFee && { tokenFee })}
          >
            {feeTokens.length > 0 && (
              <FeeChoice
                tokens={feeTokens}
                coin={coin}
                isCoinShort={isCoinShort}
                fee={fee?.state === 'known' ? fee.value : undefined}
                chosen={feeToken}
                onChoose={(token) => setPicked({ token })}
              />
            )}
          </ChainFacts>
        </div>
      </section>
      <footer className="confirm-foot">
        {worst && !block && (
          <Checkbox
            checked={isTicked}
            onChange={(checked, event) => event.isTrusted && setTicked(checked ? worst : undefined)}
            testId="approve-tick"
          >
            {dangerTexts[worst].tick}
          </Checkbox>
        )}
        <div className="confirm-news">
          <p className="confirm-hint" role="status">
            {hint}
          </p>
          {waiting > 0 && !hint && (
            <p className="waiting">
              <span>{actions.waiting(waiting)}</span>
              {request.rejectAll && (
                <button
                  type="button"
                  className="link"
                  data-testid="approve-reject-all"
                  onClick={() => {
                    request.rejectAll?.()
                    onDecision(false)
                  }}
                >
                  {actions.rejectAll}
                </button>
              )}
            </p>
          )}
        </div>
        <div className="actions">
          <Button variant="secondary" onClick={() => onDecision(false)} testId="approve-reject">
            {block ? actions.close : actions.reject}
          </Button>
          {!block &&
            (hasReadOn ? (
              <GuardedButton
                guard={guarded}
                variant={needsTick ? 'danger' : 'primary'}
                disabled={facts === undefined || (needsTick && !isTicked)}
                testId="approve-confirm"
                // A missing result could be a danger.
                onClick={() => (isComplete ? confirm() : setEarly(true))}
              >
                {verb}
              </GuardedButton>
            ) : (
              <Button
                variant="secondary"
                testId="approve-read-on"
                onClick={() => {
                  const box = scroll.current
                  box?.scrollBy({ top: box.clientHeight * 0.8 })
                }}
              >
                {actions.readOn}
              </Button>
            ))}
        </div>
      </footer>
    </main>
  )
}

/** How the steps belong together. */
function introOf(action: ConfirmRequest['action'], count: number): string | undefined {
  if (action.kind === 'grant') return sentences.grant
  if (count < 2) return undefined
  const isWhole =
    action.kind === 'calls' ||
    (action.kind === 'solana-transactions' && action.transactions.length === 1)
  return isWhole ? sentences.batch : sentences.batchLater
}

/** How many requests currently wait behind this one. */
function useWaiting(line: ConfirmRequest['waiting']): number {
  const [count, setCount] = useState(() => line?.count() ?? 0)
  useEffect(() => {
    const look = () => setCount(line?.count() ?? 0)
    look()
    return line?.watch(look)
  }, [line])
  return count
}
