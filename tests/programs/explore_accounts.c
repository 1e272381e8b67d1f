//! what: accounts, groups, the host and the working folder have fixed values
//! flags: -D_GNU_SOURCE
//! options: --sym-arg 5
//! cover: branch 11/18
//! infeasible-left: 7

#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

int main(int argc, char **argv) {
    struct passwd *account = getpwnam(argv[1]);
    if (account == NULL)
        return getgrnam(argv[1]) != NULL;
    if (account->pw_uid == getuid())
        return strcmp(account->pw_dir, "/home/user") != 0;
    if (account->pw_uid != 0)
        return 2;
    struct group *group = getgrgid(account->pw_gid);
    if (group == NULL || strcmp(group->gr_name, "root"))
        return 3;
    char folder[64];
    struct utsname name;
    if (getcwd(folder, sizeof folder) == NULL || uname(&name) != 0)
        return 4;
    if (strcmp(folder, getpwuid(1000)->pw_dir))
        return 5;
    return strcmp(name.sysname, "Linux") ? 6 : 7;
}
