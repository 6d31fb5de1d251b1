export default function ComingSoon() {
  return <h1>coming-soon</h1>
}
