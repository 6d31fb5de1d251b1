export default function ProjectDetails() {
  return <h1>project-details</h1>
}
