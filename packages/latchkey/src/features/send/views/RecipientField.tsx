import { CloseIcon, ErrorIcon, icon, QrIcon } from '@latchkey/parts/icons'
import { Spinner } from '@latchkey/parts/Spinner'
import type { Namespace } from '@latchkey/wire/caip'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { getRecentRecipients } from '../../../core/account/recipients/recentRecipients.js'
import { shortenAddress } from '../../../core/format/format.js'
import type { Network } from '../../../core/network/network.js'
import { isWidgetError } from '../../../core/runtime/errors/WidgetError.js'
import * as sendText from '../../../core/text/send.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { Avatar } from '../../../ui/parts/Avatar.js'
import { FullAddress } from '../../../ui/parts/FullAddress.js'
import { IconButton } from '../../../ui/parts/IconButton.js'
import { Lazy } from '../../../ui/parts/Lazy.js'
import { canScan } from '../../../ui/parts/qr-scanner/camera.js'
import type { QrScannerProps } from '../../../ui/parts/qr-scanner/QrScanner.js'
import { changeRecipient, pasteRecipient } from '../actions/editDraft.js'
import { canHaveName } from '../sendContext.js'
import type { SendState } from '../store.js'
import { NameNotice } from './NameNotice.js'

const PasteIcon = /* @__PURE__ */ icon(
  'M7 4.5H5.5A1.5 1.5 0 004 6v9.5A1.5 1.5 0 005.5 17h9a1.5 1.5 0 001.5-1.5V6a1.5 1.5 0 00-1.5-1.5H13M8.5 3h3A1.5 1.5 0 0113 4.5 1.5 1.5 0 0111.5 6h-3A1.5 1.5 0 017 4.5 1.5 1.5 0 018.5 3',
)

type RecipientFieldProps = { readonly form: SendState; readonly network: Network }

export function RecipientField({ form, network }: RecipientFieldProps) {
  const inputId = useId()
  const factId = useId()
  const [isScanning, setScanning] = useState(false)
  const change = useAction(changeRecipient, { quiet: true })
  const paste = useAction(pasteRecipient)
  const input = useRef<HTMLTextAreaElement>(null)
  const { recipientText: text } = form
  const isEmpty = text === ''
  useAutoHeight(input, text)
  useFocusAfter(isScanning, input)

  if (isScanning) {
    const onFound = (found: string) => {
      change.run({ text: found.trim() })
      setScanning(false)
    }
    return (
      <div className="form-card">
        <Lazy load={loadScanner} params={{ onFound, onCancel: () => setScanning(false) }} />
      </div>
    )
  }
  const isBad = form.recipientError !== undefined
  const labels = getLabels(network)
  return (
    <>
      <div className="form-card" data-bad={isBad || undefined}>
        <label className="form-label" htmlFor={inputId}>
          {sendText.form.recipient}
        </label>
        <div className="form-line recipient-line">
          <textarea
            ref={input}
            id={inputId}
            rows={1}
            className={text.length > 24 ? 'recipient-input recipient-long' : 'recipient-input'}
            aria-label={labels.label}
            aria-invalid={isBad || undefined}
            aria-describedby={factId}
            placeholder={labels.placeholder}
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
            <span className="recipient-tools">
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
                  onClick={() => setScanning(true)}
                />
              )}
            </span>
          ) : (
            <IconButton
              icon={CloseIcon}
              label={sendText.form.clear}
              testId="send-clear"
              onClick={() => {
                change.run({ text: '' })
                input.current?.focus()
              }}
            />
          )}
        </div>
        <div id={factId} role="status">
          <RecipientStatus form={form} onRetry={() => change.run({ text })} />
        </div>
      </div>
      {form.recipientWarning && form.receiverProfileName && (
        <NameNotice warning={form.recipientWarning} name={form.receiverProfileName} />
      )}
      {isEmpty && (
        <Recents namespace={network.namespace} onChoose={(one) => change.run({ text: one })} />
      )}
    </>
  )
}

/** Asks for names only on networks that have them. */
function getLabels(network: Network) {
  const { recipientLabel, recipientPlaceholder, addressLabel, addressPlaceholder } = sendText.form
  return canHaveName(network)
    ? { label: recipientLabel, placeholder: recipientPlaceholder }
    : { label: addressLabel, placeholder: addressPlaceholder }
}

const loadScanner = () =>
  import('../../../ui/parts/qr-scanner/QrScanner.js').then(({ QrScanner }) => ({
    component: ({ params }: { readonly params: QrScannerProps }) => <QrScanner {...params} />,
  }))

/** The resolved recipient, or why there is none. */
function RecipientStatus({
  form,
  onRetry,
}: {
  readonly form: SendState
  readonly onRetry: () => void
}) {
  const { recipientError: error, receiverAddress: address, receiverProfileName: name } = form
  if (form.isResolvingRecipient) {
    // Only names take time to resolve.
    if (!form.recipientText.includes('.')) return null
    return (
      <p className="recipient-reading">
        <Spinner size={14} />
        {sendText.form.reading}
      </p>
    )
  }
  if (error !== undefined) {
    return (
      <p className="form-problem" data-testid="send-receiver-problem">
        <ErrorIcon size={16} />
        <span>{isWidgetError(error) ? error.message : sendText.form.unknownRecipient}</span>
        {!isWidgetError(error, 'send/invalid-receiver') && (
          <button type="button" className="link" onClick={onRetry}>
            {sendText.form.tryAgain}
          </button>
        )}
      </p>
    )
  }
  if (address === undefined || name === undefined) return null
  return (
    <div className="recipient-found">
      <Avatar address={address} src={form.receiverProfileImageUrl} size={28} />
      <span className="recipient-found-text">
        <bdi className="recipient-name">{name}</bdi>
        <FullAddress address={address} testId="send-receiver-address" />
      </span>
    </div>
  )
}

const maxRecents = 3

function Recents({
  namespace,
  onChoose,
}: {
  readonly namespace: Namespace
  readonly onChoose: (text: string) => void
}) {
  const recents = getRecentRecipients(useWidget(), namespace).slice(0, maxRecents)
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

/** Focuses the field again after the scanner has replaced it. */
function useFocusAfter(isReplaced: boolean, box: RefObject<HTMLTextAreaElement | null>) {
  const wasReplaced = useRef(isReplaced)
  useEffect(() => {
    if (wasReplaced.current && !isReplaced) box.current?.focus()
    wasReplaced.current = isReplaced
  }, [isReplaced, box])
}

/** Makes the field as high as its text, so that an address is fully visible. */
function useAutoHeight(box: RefObject<HTMLTextAreaElement | null>, text: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the text changes
  useEffect(() => {
    const element = box.current
    if (!element) return
    element.style.blockSize = 'auto'
    element.style.blockSize = `${element.scrollHeight}px`
  }, [box, text])
}
