export default function Internship() {
  return <h1>internship</h1>
}
