import type { ViewParams } from '../../../core/modal/views.js'
import * as namesText from '../../../core/text/names.js'
import { CheckIcon } from '../../../ui/icons/index.js'
import { GivenNamePage } from './NamePage.js'

export function NameSuccessView({
  params: { name },
}: {
  readonly params: ViewParams['RegisterAccountNameSuccess']
}) {
  const { title, text, action } = namesText.success
  return (
    <GivenNamePage
      icon={CheckIcon}
      tone="good"
      title={title}
      text={text}
      name={name}
      action={action}
    />
  )
}
