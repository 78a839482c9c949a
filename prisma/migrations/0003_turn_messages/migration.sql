-- CreateEnum
CREATE TYPE "message_role" AS ENUM ('person', 'agent');

-- CreateTable
CREATE TABLE "turn_message" (
    "id" TEXT NOT NULL,
    "branch_id" TEXT NOT NULL,
    "patch_id" TEXT NOT NULL,
    "role" "message_role" NOT NULL,
    "text" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "turn_message_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "turn_message_branch_id_at_idx" ON "turn_message"("branch_id", "at");

-- AddForeignKey
ALTER TABLE "turn_message" ADD CONSTRAINT "turn_message_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branch"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
