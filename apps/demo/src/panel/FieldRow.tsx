import { useId } from 'react'
import { type Configuration, readValue } from '../configuration/configuration.js'
import type { Field, Kind, ValueOf } from '../configuration/fields.js'
import { isSame } from '../configuration/shape.js'
import { Icon } from './Icon.js'
import { OrderControl } from './OrderControl.js'
import { PairsControl } from './PairsControl.js'
import {
  ChoiceControl,
  ColourControl,
  FlagControl,
  ListControl,
  RangeControl,
  TextControl,
} from './simpleControls.js'
import { WalletsControl } from './WalletsControl.js'

export type FieldRowProps = {
  readonly field: Field
  readonly configuration: Configuration
  readonly onChange: (path: string, value: ValueOf[Kind]) => void
}

/** Kinds whose control is one element that a label can name. */
const single: readonly Kind[] = ['flag', 'text', 'list', 'colour', 'range']

/** One option: label, name in code, value, and reset. */
export function FieldRow({ field, configuration, onChange }: FieldRowProps) {
  const id = useId()
  const { path, kind, label, hint, initial } = field
  const isChanged = !isSame(configuration[path], initial)
  const isSingle = single.includes(kind) || (field.kind === 'choice' && field.choices.length > 3)
  const Label = isSingle ? 'label' : 'span'
  return (
    <div className="field" data-kind={kind} data-path={path} data-changed={isChanged}>
      <div className="field-text">
        <Label id={`${id}-label`} {...(isSingle && { htmlFor: id })}>
          {label}
        </Label>
        <code>{path.split('.').at(-1)}</code>
        {hint && (
          <p id={`${id}-hint`} className="hint">
            {hint}
          </p>
        )}
      </div>
      <div className="field-control">
        <Control
          field={field}
          configuration={configuration}
          id={id}
          describedBy={hint && `${id}-hint`}
          onChange={(value) => onChange(path, value)}
        />
      </div>
      <button
        type="button"
        className="small field-reset"
        disabled={!isChanged}
        aria-label={`Reset ${label}`}
        onClick={() => onChange(path, initial)}
      >
        <Icon name="reset" />
      </button>
    </div>
  )
}

type AnyControlProps = {
  readonly field: Field
  readonly configuration: Configuration
  readonly id: string
  readonly describedBy: string | undefined
  readonly onChange: (value: ValueOf[Kind]) => void
}

function Control({ field, configuration, ...rest }: AnyControlProps) {
  switch (field.kind) {
    case 'flag':
      return <FlagControl {...rest} field={field} value={readValue(configuration, field)} />
    case 'choice':
      return <ChoiceControl {...rest} field={field} value={readValue(configuration, field)} />
    case 'text':
      return <TextControl {...rest} field={field} value={readValue(configuration, field)} />
    case 'colour':
      return <ColourControl {...rest} field={field} value={readValue(configuration, field)} />
    case 'range':
      return <RangeControl {...rest} field={field} value={readValue(configuration, field)} />
    case 'list':
      return <ListControl {...rest} field={field} value={readValue(configuration, field)} />
    case 'order':
      return <OrderControl {...rest} field={field} value={readValue(configuration, field)} />
    case 'pairs':
      return <PairsControl {...rest} field={field} value={readValue(configuration, field)} />
    case 'wallets':
      return <WalletsControl {...rest} field={field} value={readValue(configuration, field)} />
  }
}
