export default function CareerApply() {
  return <h1>career-apply</h1>
}
