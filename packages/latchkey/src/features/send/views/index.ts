export function SendView() {
  return null
}

export function SelectTokenView() {
  return null
}

export function SendPreviewView() {
  return null
}

export function SendConfirmedView() {
  return null
}
