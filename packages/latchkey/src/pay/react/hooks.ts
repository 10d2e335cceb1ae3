import type { NetworkId } from '@latchkey/wire/caip'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useWidget } from '../../bindings/react/LatchkeyProvider.js'
import { useRead } from '../../bindings/react/useRead.js'
import type { Latchkey } from '../../boot/latchkey.js'
import type { Exchange, PaymentOptions, PaymentResult } from '../../core/pay/payment.js'
import { PaymentError } from '../../core/runtime/errors/pay.js'
import {
  type ExchangeBuyStatus,
  getAvailableExchanges,
  getExchangeBuyStatus,
  getPayUrl,
  openPayUrl,
  type PayUrl,
  type PayUrlParameters,
} from '../exchanges.js'
import { getPayInstance, type PayStatus, startPay, subscribePay } from '../openPay.js'

/** Options of `usePay`. */
export type UsePayOptions = {
  readonly onSuccess?: ((result: PaymentResult) => void) | undefined
  /** The payment ended without a result, or could not be opened. */
  readonly onError?: ((error: PaymentError) => void) | undefined
}

/** Result of `usePay`. */
export type UsePayResult = {
  /** Opens the modal. Never rejects: see `error`. */
  open(options: PaymentOptions): Promise<void>
  /** The wallet or an exchange has the payment. */
  readonly isPending: boolean
  readonly isSuccess: boolean
  readonly isError: boolean
  readonly error: PaymentError | undefined
  readonly data: PaymentResult | undefined
}

type Outcome = Pick<UsePayResult, 'isPending' | 'error' | 'data'>

const nothing: Outcome = { isPending: false, error: undefined, data: undefined }

/** Opens payments, and the state of the one opened last. */
export function usePay(options: UsePayOptions = {}): UsePayResult {
  const latchkey = useWidget('usePay')
  const latest = useRef(options)
  latest.current = options
  const stop = useRef<() => void>(undefined)
  const [outcome, setOutcome] = useState(nothing)
  useEffect(() => () => stop.current?.(), [])

  const open = useCallback(
    async (payment: PaymentOptions) => {
      stop.current?.()
      setOutcome(nothing)
      try {
        const { id } = (await startPay(payment, latchkey)).payment
        stop.current = follow(latchkey, id, setOutcome, (status) => {
          const { result, error } = status
          if (result) latest.current.onSuccess?.(result)
          else if (error) latest.current.onError?.(error)
        })
      } catch (cause) {
        const error = toPaymentError(cause)
        setOutcome({ ...nothing, error })
        latest.current.onError?.(error)
      }
    },
    [latchkey],
  )
  const { error, data } = outcome
  return { open, ...outcome, isSuccess: data !== undefined, isError: error !== undefined }
}

/** Reports the state of one payment, and its end once. */
function follow(
  latchkey: Latchkey | undefined,
  id: string,
  onChange: (outcome: Outcome) => void,
  onEnd: (status: PayStatus) => void,
): () => void {
  let isOver = false
  return subscribePay((status) => {
    if (isOver || status.currentPayment?.id !== id) return
    const { isPaymentInProgress: isPending, result: data, error } = status
    onChange({ isPending, data, error })
    if (!status.isEnded) return
    isOver = true
    onEnd(status)
  }, latchkey)
}

/** Options of `useAvailableExchanges`. */
export type UseAvailableExchangesOptions = {
  /** Default true; otherwise call `fetch`. */
  readonly shouldFetchOnInit?: boolean | undefined
  readonly page?: number | undefined
  readonly asset?: string | undefined
  readonly amount?: string | number | undefined
  readonly network?: NetworkId | undefined
}

/** Result of `useAvailableExchanges`. */
export type UseAvailableExchangesResult = {
  readonly data: readonly Exchange[] | undefined
  readonly isLoading: boolean
  readonly error: PaymentError | undefined
  fetch(): Promise<void>
}

/** The exchanges that support an asset and an amount. */
export function useAvailableExchanges(
  options: UseAvailableExchangesOptions = {},
): UseAvailableExchangesResult {
  const latchkey = useWidget('useAvailableExchanges')
  const { shouldFetchOnInit = true, page, asset, amount, network } = options
  const read = useCallback(
    () => getAvailableExchanges({ page, asset, amount, network }, latchkey),
    [latchkey, page, asset, amount, network],
  )
  const { fetch, ...state } = useRead(read, toPaymentError)
  useEffect(() => {
    if (shouldFetchOnInit) void fetch()
  }, [shouldFetchOnInit, fetch])
  return { ...state, fetch }
}

/** Result of `usePayUrlActions`. */
export type UsePayUrlActionsResult = {
  getUrl(exchangeId: string, parameters: PayUrlParameters): Promise<PayUrl>
  openUrl(exchangeId: string, parameters: PayUrlParameters, openInNewTab?: boolean): Promise<PayUrl>
}

/** Gets and opens the pages of exchanges. */
export function usePayUrlActions(): UsePayUrlActionsResult {
  const latchkey = useWidget('usePayUrlActions')
  const getUrl = useCallback<UsePayUrlActionsResult['getUrl']>(
    (exchangeId, parameters) => getPayUrl(exchangeId, parameters, latchkey),
    [latchkey],
  )
  const openUrl = useCallback<UsePayUrlActionsResult['openUrl']>(
    (exchangeId, parameters, openInNewTab) =>
      openPayUrl(exchangeId, parameters, openInNewTab, latchkey),
    [latchkey],
  )
  return { getUrl, openUrl }
}

/** Options of `useExchangeBuyStatus`. */
export type UseExchangeBuyStatusOptions = {
  readonly exchangeId: string
  readonly sessionId: string
  /** Milliseconds, at least 3000. */
  readonly pollingInterval?: number | undefined
  /** Default true. */
  readonly isEnabled?: boolean | undefined
}

/** Result of `useExchangeBuyStatus`. */
export type UseExchangeBuyStatusResult = {
  readonly data: ExchangeBuyStatus | undefined
  readonly isLoading: boolean
  readonly error: PaymentError | undefined
  refetch(): Promise<void>
}

const minPolling = 3_000

/** The state of a payment by an exchange, read again until it has ended. */
export function useExchangeBuyStatus(
  options: UseExchangeBuyStatusOptions,
): UseExchangeBuyStatusResult {
  const latchkey = useWidget('useExchangeBuyStatus')
  const { exchangeId, sessionId, pollingInterval = minPolling, isEnabled = true } = options
  const read = useCallback(
    () => getExchangeBuyStatus({ exchangeId, sessionId }, latchkey),
    [latchkey, exchangeId, sessionId],
  )
  const { fetch, ...state } = useRead(read, toPaymentError)
  const status = state.data?.status
  const isOver = status === 'SUCCESS' || status === 'FAILED'
  useEffect(() => {
    if (!isEnabled || isOver) return
    const left = new AbortController()
    const { clock } = getPayInstance(latchkey).widget.ports
    const poll = async () => {
      while (!left.signal.aborted) {
        await fetch()
        await clock.sleep(Math.max(minPolling, pollingInterval), left.signal)
      }
    }
    poll().catch(() => undefined) // unmounted
    return () => left.abort()
  }, [isEnabled, isOver, fetch, pollingInterval, latchkey])
  return { ...state, refetch: fetch }
}

function toPaymentError(cause: unknown): PaymentError {
  return cause instanceof PaymentError ? cause : new PaymentError('UNKNOWN_ERROR', { cause })
}
