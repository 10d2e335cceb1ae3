import { Button } from '@latchkey/parts/Button'
import { Checkbox } from '@latchkey/parts/Checkbox'
import { WarningIcon } from '@latchkey/parts/icons'
import { findDifferences } from '@latchkey/wire/lookAlike'
import { useState } from 'react'
import { lookAlike } from '../../../../core/text/sendReview.js'
import { useActions } from '../../../../ui/hooks/context.js'
import { useAction } from '../../../../ui/hooks/useAction.js'
import { Avatar } from '../../../../ui/parts/Avatar.js'
import { FullAddress } from '../../../../ui/parts/FullAddress.js'
import { Stack } from '../../../../ui/parts/Stack.js'
import { acceptLookAlike } from '../../actions/createReview.lazy.js'
import type { TransferIntent } from '../../transferIntent.js'

type LookAlikeStepProps = { readonly intent: TransferIntent; readonly known: string }

/** Blocks the review until the visitor has confirmed twice that the address is another one. */
export function LookAlikeStep({ intent, known }: LookAlikeStepProps) {
  const { goBack } = useActions()
  const accept = useAction(acceptLookAlike)
  const [step, setStep] = useState<'compare' | 'confirm'>('compare')
  const [isChecked, setChecked] = useState(false)
  return (
    <div className="review" data-testid="send-look-alike">
      <div className="alike-words" role="alert">
        <span className="alike-icon">
          <WarningIcon size={28} />
        </span>
        <p className="attempt-title">{lookAlike.title}</p>
        <p className="attempt-text">{lookAlike.text}</p>
      </div>
      <div className="alike-pair">
        <AlikeCard label={lookAlike.known} address={known} other={intent.recipient} />
        <AlikeCard label={lookAlike.given} address={intent.recipient} other={known} isGiven />
      </div>
      {step === 'compare' ? (
        <Stack gap={8}>
          <Button testId="send-alike-back" onClick={() => goBack()}>
            {lookAlike.back}
          </Button>
          <Button variant="danger" testId="send-alike-other" onClick={() => setStep('confirm')}>
            {lookAlike.different}
          </Button>
        </Stack>
      ) : (
        <Stack gap={12}>
          <Checkbox checked={isChecked} onChange={setChecked} testId="send-alike-check">
            {lookAlike.check}
          </Checkbox>
          <Stack gap={8}>
            <Button
              variant="danger"
              disabled={!isChecked}
              testId="send-alike-accept"
              onClick={() => accept.run()}
            >
              {lookAlike.proceed}
            </Button>
            <Button variant="secondary" onClick={() => goBack()}>
              {lookAlike.back}
            </Button>
          </Stack>
        </Stack>
      )}
    </div>
  )
}

type AlikeCardProps = {
  readonly label: string
  readonly address: string
  readonly other: string
  readonly isGiven?: boolean
}

function AlikeCard({ label, address, other, isGiven = false }: AlikeCardProps) {
  return (
    <section className="form-card alike-card" data-bad={isGiven || undefined} aria-label={label}>
      <h2 className="form-label">{label}</h2>
      <div className="review-who">
        <Avatar address={address} size={28} />
        <FullAddress address={address} marked={findDifferences(address, other)} />
      </div>
    </section>
  )
}
