export function ChooseNameView() {
  return null
}

export function RegisterNameView() {
  return null
}

export function NameSuccessView() {
  return null
}
