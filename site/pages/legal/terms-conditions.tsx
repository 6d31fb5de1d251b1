export default function TermsConditions() {
  return <h1>terms-conditions</h1>
}
