import { Notice } from '@latchkey/parts/Notice'
import { nameWarnings } from '../../../core/text/send.js'
import type { NameWarning } from '../resolveName.js'

type NameNoticeProps = { readonly warning: NameWarning; readonly name: string }

export function NameNotice({ warning, name }: NameNoticeProps) {
  switch (warning.kind) {
    case 'rewritten':
      return (
        <Notice tone="warn" title={nameWarnings.rewritten.title} testId="send-name-warning">
          {nameWarnings.rewritten.text(warning.typed, name)}
        </Notice>
      )
    case 'foreign-letters':
      return (
        <Notice tone="warn" title={nameWarnings.foreignLetters.title} testId="send-name-warning">
          {nameWarnings.foreignLetters.text}
        </Notice>
      )
    case 'look-alike':
      return (
        <Notice tone="bad" title={nameWarnings.nameLookAlike.title} testId="send-name-warning">
          {nameWarnings.nameLookAlike.text(name, warning.known)}
        </Notice>
      )
  }
}
