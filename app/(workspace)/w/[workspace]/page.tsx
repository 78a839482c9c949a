import { NextBranch } from "@/components/branches/next-branch.tsx";

export default function WorkspacePage() {
  return <NextBranch place="review" />;
}
