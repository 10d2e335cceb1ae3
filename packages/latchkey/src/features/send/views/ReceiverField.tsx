import type { Namespace } from '@latchkey/wire/caip'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { recentReceivers } from '../../../core/account/recipients/recentReceivers.js'
import { shortenAddress } from '../../../core/format/address.js'
import type { Network } from '../../../core/network/network.js'
import { isWidgetError } from '../../../core/runtime/errors/WidgetError.js'
import * as sendText from '../../../core/text/send.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { CloseIcon, ErrorIcon, QrIcon } from '../../../ui/icons/index.js'
import { Avatar } from '../../../ui/parts/avatar/Avatar.js'
import { Fetched } from '../../../ui/parts/fetched/Fetched.js'
import { FullAddress } from '../../../ui/parts/full-address/FullAddress.js'
import { IconButton } from '../../../ui/parts/icon-button/IconButton.js'
import { canScan } from '../../../ui/parts/qr-scanner/camera.js'
import { Spinner } from '../../../ui/parts/spinner/Spinner.js'
import { changeReceiver, pasteReceiver } from '../actions/changeReceiver.js'
import { canHaveName } from '../sendContext.js'
import type { SendState } from '../store.js'
import { PasteIcon } from './icons.js'
import { NameNotice } from './NameNotice.js'

type ReceiverFieldProps = { readonly form: SendState; readonly network: Network }

/** To whom. */
export function ReceiverField({ form, network }: ReceiverFieldProps) {
  const inputId = useId()
  const factId = useId()
  const [isScanning, setScanning] = useState(false)
  const change = useAction(changeReceiver, { quiet: true })
  const paste = useAction(pasteReceiver)
  const input = useRef<HTMLTextAreaElement>(null)
  const { receiverText: text } = form
  const isEmpty = text === ''
  useGrowth(input, text)
  useFocusAfter(isScanning, input)

  if (isScanning) {
    const onFound = (found: string) => {
      change.run({ text: found.trim() })
      setScanning(false)
    }
    return (
      <div className="send-card">
        <Fetched load={loadScanner} params={{ onFound, onCancel: () => setScanning(false) }} />
      </div>
    )
  }
  const isBad = form.receiverFault !== undefined
  const words = wordsFor(network)
  return (
    <>
      <div className="send-card" data-bad={isBad || undefined}>
        <label className="send-label" htmlFor={inputId}>
          {sendText.form.receiver}
        </label>
        <div className="send-line receiver-line">
          <textarea
            ref={input}
            id={inputId}
            rows={1}
            className={text.length > 24 ? 'receiver-input receiver-long' : 'receiver-input'}
            aria-label={words.label}
            aria-invalid={isBad || undefined}
            aria-describedby={factId}
            placeholder={words.placeholder}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="done"
            maxLength={512}
            dir="auto"
            value={text}
            data-testid="send-receiver"
            onChange={({ currentTarget }) =>
              change.run({ text: currentTarget.value.replace(/\s+/g, ''), isTyped: true })
            }
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault()
            }}
          />
          {isEmpty ? (
            <span className="receiver-tools">
              <button
                type="button"
                className="tool-button"
                data-testid="send-paste"
                onClick={() => paste.run()}
              >
                <PasteIcon size={16} />
                {sendText.form.paste}
              </button>
              {canScan() && (
                <IconButton
                  icon={QrIcon}
                  label={sendText.form.scan}
                  testId="send-scan"
                  onPress={() => setScanning(true)}
                />
              )}
            </span>
          ) : (
            <IconButton
              icon={CloseIcon}
              label={sendText.form.clear}
              testId="send-clear"
              onPress={() => {
                change.run({ text: '' })
                input.current?.focus()
              }}
            />
          )}
        </div>
        <div id={factId} role="status">
          <ReceiverFact form={form} onRetry={() => change.run({ text })} />
        </div>
      </div>
      {form.receiverWarning && form.receiverProfileName && (
        <NameNotice warning={form.receiverWarning} name={form.receiverProfileName} />
      )}
      {isEmpty && (
        <Recents namespace={network.namespace} onChoose={(one) => change.run({ text: one })} />
      )}
    </>
  )
}

/** Names are asked for only where somebody can tell whose they are. */
function wordsFor(network: Network) {
  const { receiverLabel, receiverPlaceholder, addressLabel, addressPlaceholder } = sendText.form
  return canHaveName(network)
    ? { label: receiverLabel, placeholder: receiverPlaceholder }
    : { label: addressLabel, placeholder: addressPlaceholder }
}

const loadScanner = () =>
  import('./ScanReceiver.js').then(({ ScanReceiver }) => ({ component: ScanReceiver }))

/** Whom the text stands for, or why for nobody. */
function ReceiverFact({
  form,
  onRetry,
}: {
  readonly form: SendState
  readonly onRetry: () => void
}) {
  const { receiverFault: fault, receiverAddress: address, receiverProfileName: name } = form
  if (form.isReadingReceiver) {
    // An address needs no looking up: the button alone tells of that moment.
    if (!form.receiverText.includes('.')) return null
    return (
      <p className="receiver-reading">
        <Spinner size={14} />
        {sendText.form.reading}
      </p>
    )
  }
  if (fault !== undefined) {
    const isOurs = isWidgetError(fault)
    return (
      <p className="send-problem" data-testid="send-receiver-problem">
        <ErrorIcon size={16} />
        <span>{isOurs ? fault.message : sendText.form.unknownReceiver}</span>
        {!isWidgetError(fault, 'send/invalid-receiver') && (
          <button type="button" className="link" onClick={onRetry}>
            {sendText.form.tryAgain}
          </button>
        )}
      </p>
    )
  }
  if (address === undefined || name === undefined) return null
  return (
    <div className="receiver-found">
      <Avatar address={address} src={form.receiverProfileImageUrl} size={28} />
      <span className="receiver-found-text">
        <bdi className="receiver-name">{name}</bdi>
        <FullAddress address={address} testId="send-receiver-address" />
      </span>
    </div>
  )
}

/** Offered while the box is empty. */
const offeredRecents = 3

function Recents({
  namespace,
  onChoose,
}: {
  readonly namespace: Namespace
  readonly onChoose: (text: string) => void
}) {
  const recents = recentReceivers(useWidget(), namespace).slice(0, offeredRecents)
  if (recents.length === 0) return null
  return (
    <section className="recents" aria-label={sendText.form.recent}>
      {recents.map(({ address, name }) => (
        <button
          key={address}
          type="button"
          className="recent"
          title={address}
          onClick={() => onChoose(name ?? address)}
        >
          <Avatar address={address} size={20} />
          <bdi className="recent-text">{name ?? shortenAddress(address)}</bdi>
        </button>
      ))}
    </section>
  )
}

/** The focus comes back to the box when what took its place is gone. */
function useFocusAfter(isAway: boolean, box: RefObject<HTMLTextAreaElement | null>) {
  const wasAway = useRef(isAway)
  useEffect(() => {
    if (wasAway.current && !isAway) box.current?.focus()
    wasAway.current = isAway
  }, [isAway, box])
}

/** The box is as high as its text: an address is seen whole. */
function useGrowth(box: RefObject<HTMLTextAreaElement | null>, text: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when the text changes
  useEffect(() => {
    const element = box.current
    if (!element) return
    element.style.blockSize = 'auto'
    element.style.blockSize = `${element.scrollHeight}px`
  }, [box, text])
}
